use std::fs;

use serde_json::{Value, json};

use crate::program::{Files, run, run_with_input};
use crate::{ARRAY, EMPTY};

/// What is shown without the evaluation, whose numbers change with the engine.
fn without_evaluation(text: &str) -> String {
    let (before, rest) = text.split_once("gold's pieces by worth").unwrap();
    let (_, after) = rest.split_once("who is to move\n").unwrap();
    format!("{before}(evaluation)\n{after}")
}

fn board(pieces: &[(&str, char)]) -> String {
    let mut squares = ['.'; 64];
    for (square, letter) in pieces {
        let bytes = square.as_bytes();
        let (file, rank) = (bytes[0] - b'a', bytes[1] - b'1');
        squares[usize::from(7 - rank) * 8 + usize::from(file)] = *letter;
    }
    squares.iter().collect()
}

fn sharp() -> String {
    let pieces = [
        ("a8", 'r'),
        ("h7", 'R'),
        ("c5", 'c'),
        ("d5", 'M'),
        ("b3", 'h'),
        ("a3", 'E'),
        ("a1", 'R'),
        ("g4", 'r'),
    ];
    format!("g [{}]", board(&pieces))
}

#[test]
fn all_of_it_is_shown() {
    let text = run(&["show", &sharp()]).output();
    insta::assert_snapshot!("show", without_evaluation(&text));
    for part in [
        "gold's pieces by worth, ",
        "silver's pieces by worth, ",
        "centi-rabbits for gold, who is to move",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    insta::assert_snapshot!("show_setup", run(&["show", EMPTY]).output());
}

#[test]
fn the_object_says_the_same() {
    let shown = run(&["show", &sharp(), "--json"]).object();
    assert_eq!(shown["label"], "2g");
    assert_eq!(shown["position"], sharp());
    assert_eq!(shown["side"], "g");
    assert_eq!(shown["setup"], false);
    assert_eq!(
        shown["goals"],
        json!({"gold": "Rh7n", "silver": "rg4s rg3s rg2s"})
    );
    assert_eq!(shown["goal_threat"]["steps"], 3);
    let stopping = shown["goal_threat"]["stopped_by"].as_array().unwrap();
    assert!(stopping.contains(&json!("Rh7n")));
    assert_eq!(shown["hanging"], json!({"gold": [], "silver": []}));
    let none = json!({"gold": null, "silver": null});
    assert_eq!(shown["eliminations"], none);
    assert_eq!(shown["immobilizations"], none);
    assert_eq!(
        shown["frozen"],
        json!({"gold": [], "silver": ["hb3", "cc5"]})
    );
    assert_eq!(shown["result"], Value::Null);
    assert_eq!(shown["captures"]["gold"][0]["piece"], "hb3");
    assert!(
        shown["captures"]["gold"][0]["turn"]
            .as_str()
            .unwrap()
            .contains("hc3x")
    );
    assert_eq!(
        shown["traps"][0],
        json!({"trap": "c3", "beside": {"gold": 0, "silver": 1}, "control": "s"})
    );
    assert_eq!(shown["traps"][3]["control"], Value::Null);
    let evaluation = &shown["evaluation"];
    assert!(evaluation["score"].is_i64() && evaluation["win"].is_f64());
    for (side, count) in [("gold", 4), ("silver", 4)] {
        let pieces = evaluation["pieces"][side].as_array().unwrap();
        let worths: Vec<_> = pieces
            .iter()
            .map(|piece| piece["worth"].as_i64().unwrap())
            .collect();
        assert_eq!(worths.len(), count, "{pieces:?}");
        assert!(worths.is_sorted_by(|one, next| one >= next), "{pieces:?}");
        assert_eq!(evaluation["total"][side], worths.iter().sum::<i64>());
    }
}

#[test]
fn other_wins_at_hand_are_shown() {
    // The elephant pushes the last silver rabbit onto the trap.
    let last = format!("g [{}]", board(&[("a3", 'E'), ("b3", 'r'), ("g1", 'R')]));
    let shown = run(&["show", &last, "--json"]).object();
    assert_eq!(shown["eliminations"]["gold"], "rb3e rc3x Ea3e");
    assert!(
        run(&["show", &last])
            .output()
            .contains("gold's elimination at hand: rb3e rc3x Ea3e")
    );
    // The cat freezes the only silver piece, and may go on doing so.
    let corner = [("a8", 'r'), ("a7", 'C'), ("b6", 'E'), ("g1", 'R')];
    let shown = run(&["show", &format!("g [{}]", board(&corner)), "--json"]).object();
    assert_ne!(shown["immobilizations"]["gold"], Value::Null);
    // A single friend holds the cat on the trap.
    let held = [("c3", 'C'), ("c2", 'R'), ("a8", 'r')];
    let shown = run(&["show", &format!("g [{}]", board(&held)), "--json"]).object();
    assert_eq!(shown["hanging"], json!({"gold": ["Cc3"], "silver": []}));
}

#[test]
fn captures_at_hand_can_be_played() {
    for (side, key) in [("g", "gold"), ("s", "silver")] {
        let rows = crate::data::table("positions_public.tsv");
        let rows = rows
            .iter()
            .filter(|row| row["kind"] == "contact" && row["side"] == side);
        for row in rows.take(3) {
            let position = format!("{side} [{}]", row["board"]);
            let shown = run(&["show", &position, "--json"]).object();
            assert_eq!(
                shown["legal_turns"].to_string(),
                row["turns"],
                "{}",
                row["id"]
            );
            for capture in shown["captures"][key].as_array().unwrap() {
                let turn = capture["turn"].as_str().unwrap();
                let piece = capture["piece"].as_str().unwrap();
                let replayed =
                    run(&["replay", "--from", &position, "--moves", turn, "--json"]).object();
                assert_eq!(replayed["legal"], true);
                let letter = piece.chars().next().unwrap();
                assert!(
                    turn.contains(&format!(" {letter}")) && turn.contains('x'),
                    "{piece}: {turn}"
                );
            }
        }
    }
}

#[test]
fn match_scores_are_those_of_the_rules() {
    for row in crate::data::table("score_cases.tsv").iter().take(6) {
        let shown = run(&["show", &format!("g [{}]", row["board"]), "--json"]).object();
        assert_eq!(shown["match_score"]["gold"].to_string(), row["gold_score"]);
        assert_eq!(
            shown["match_score"]["silver"].to_string(),
            row["silver_score"]
        );
    }
}

#[test]
fn the_result_of_a_game_that_is_over_is_shown() {
    let over = format!("s [{}]", board(&[("h8", 'R'), ("a8", 'r')]));
    let shown = run(&["show", &over, "--json"]).object();
    assert_eq!(shown["result"], json!({"winner": "g", "reason": "goal"}));
    assert!(
        run(&["show", &over])
            .output()
            .contains("the game is over: gold wins by goal")
    );
    let resigned = run_with_input(&["show", "-", "--json"], "1g resigns\n").object();
    assert_eq!(
        resigned["result"],
        json!({"winner": "s", "reason": "resignation"})
    );
}

#[test]
fn a_picture_is_written() {
    let files = Files::new();
    let file = files.path("board.svg");
    let with = run(&["show", ARRAY, "--svg", &file]).output();
    assert_eq!(with, run(&["show", ARRAY]).output());
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert_eq!(picture.matches("<circle ").count(), 32);
    // The squares and the ground.
    assert_eq!(picture.matches("<rect ").count(), 65);
    assert!(
        picture.contains(">2g: gold to move<") || picture.contains("\n2g: gold to move\n"),
        "{picture}"
    );
    let nowhere = files.path("no/such/directory.svg");
    run(&["show", ARRAY, "--svg", &nowhere]).fails(2, &[&nowhere, "No such file"]);
}

#[test]
fn a_name_in_png_is_a_png_or_refused() {
    let files = Files::new();
    let file = files.path("board.PNG");
    let ended = run(&["show", ARRAY, "--svg", &file]);
    if cfg!(feature = "png") {
        ended.output();
        assert!(fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    } else {
        ended.fails(2, &["--features png"]);
    }
}

#[test]
fn the_picture_of_the_readme_is_what_it_says() {
    let game = "positions/games/self_play.txt";
    let picture = run(&["show", game, "--at", "17g", "--svg", "-"]).output();
    let shown = fs::read_to_string("docs/pictures/board.svg").unwrap();
    assert_eq!(picture.trim_end(), shown.trim_end());
}

#[test]
fn a_picture_goes_to_standard_output_in_place_of_all_else() {
    let files = Files::new();
    let file = files.path("board.svg");
    run(&["show", ARRAY, "--svg", &file]).output();
    let picture = run(&["show", ARRAY, "--svg", "-"]).output();
    assert_eq!(
        picture.trim_end(),
        fs::read_to_string(&file).unwrap().trim_end()
    );
    run(&["show", ARRAY, "--svg", "-", "--json"]).fails(2, &["--svg -", "--json"]);
}

#[test]
fn a_picture_shows_frozen_pieces_and_the_last_turn() {
    let picture = |arguments: &[&str]| {
        let mut all = vec!["show", "--svg", "-"];
        all.extend(arguments);
        run(&all).output()
    };
    let rings = |picture: &str| picture.matches("stroke-dasharray=\"6 4\"").count();
    let arrows = |picture: &str| picture.matches("<polyline ").count();
    let dotted = |picture: &str| picture.matches("stroke-dasharray=\"2 8\"").count();
    // The rabbit stands alone beside the elephant.
    let frozen = board(&[
        ("a3", 'R'),
        ("a4", 'e'),
        ("h1", 'R'),
        ("h8", 'r'),
        ("c6", 'c'),
        ("c7", 'r'),
    ]);
    let frozen = format!("s [{frozen}]");
    let still = picture(&[&frozen]);
    assert_eq!((rings(&still), arrows(&still)), (1, 0));
    // It is pulled, and the elephant's steps are one arrow.
    let pulled = picture(&[&frozen, "--after", "ea4n Ra3n ea5n;"]);
    assert_eq!((arrows(&pulled), dotted(&pulled)), (2, 1));
    let begun = picture(&[&frozen, "--after", "ea4n"]);
    assert_eq!((arrows(&begun), dotted(&begun)), (1, 0));
    // The cat leaves the trap; whoever stays on it without a friend is captured.
    let captured = picture(&[&frozen, "--after", "rc7e;"]);
    assert!(captured.contains("l24 24 m0 -24 l-24 24"), "{captured}");
    assert_eq!(picture(&[&frozen]), still);
}

#[test]
fn what_is_read_is_not_written_over() {
    let files = Files::new();
    let record = files.write("my.txt", ARRAY);
    let network = files.write("net.nnue", "");
    let same = files.path("./my.txt");
    run(&["show", &record, "--svg", &record]).fails(2, &[&record, "overwritten"]);
    run(&["show", &record, "--svg", &same]).fails(2, &[&record, "overwritten"]);
    run(&["show", &record, "--network", &network, "--svg", &network])
        .fails(2, &[&network, "overwritten"]);
    #[cfg(unix)]
    {
        let link = files.path("link.svg");
        std::os::unix::fs::symlink(&record, &link).unwrap();
        run(&["show", &record, "--svg", &link]).fails(2, &[&link, "overwritten"]);
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), ARRAY);
}

/// The shell opens both ends: `show - --svg my.txt < my.txt`, and `show … --svg out.txt > out.txt`.
#[test]
fn redirections_are_not_written_over() {
    use std::fs::File;
    use std::process::{Command, Stdio};

    let files = Files::new();
    let record = files.write("my.txt", ARRAY);
    let other = files.write("out.txt", "");
    for (position, picture, stdin, stdout) in [
        (
            "-",
            &record,
            Stdio::from(File::open(&record).unwrap()),
            Stdio::null(),
        ),
        (
            ARRAY,
            &other,
            Stdio::null(),
            File::create(&other).unwrap().into(),
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_loxodon"))
            .args(["show", position, "--svg", picture])
            .stdin(stdin)
            .stdout(stdout)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), ARRAY);
}

#[test]
fn one_thing_is_no_plural() {
    // Gold's rabbit has one step, after which it is frozen.
    let only = board(&[("a1", 'R'), ("a2", 'r'), ("b2", 'e')]);
    let text = run(&["show", &format!("g [{only}]")]).output();
    assert!(text.contains("gold to move, 1 legal turn\n"), "{text}");
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2";
    let after = run(&["show", EMPTY, "--after", setup]);
    after.fails(2, &["a side sets up 2 horses, not 1"]);
}
