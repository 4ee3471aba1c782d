//! `review`: every turn of a game judged.

use std::fs;

use serde_json::Value;

use crate::ARRAY;
use crate::program::{Files, objects, run};

const GAME: &str = "positions/games/self_play.txt";
const ARCHIVE: &str = "positions/records/archive.tsv";

/// A review that takes no time worth mentioning.
fn review(arguments: &[&str]) -> String {
    let mut all = vec!["review", GAME, "--nodes", "400"];
    all.extend(arguments);
    run(&all).output()
}

fn number(object: &Value, name: &str) -> f64 {
    object[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} of {object}"))
}

/// The turns after the setups as the record has them.
fn turns_of_record() -> Vec<(String, String)> {
    let record = fs::read_to_string(GAME).unwrap();
    record
        .lines()
        .filter(|line| {
            !line.starts_with(['#', ' ']) && !line.starts_with("1g ") && !line.starts_with("1s ")
        })
        .filter_map(|line| line.split_once(' '))
        .map(|(label, turn)| (label.to_owned(), turn.trim().to_owned()))
        .collect()
}

#[test]
fn every_turn_is_judged_by_what_it_lost() {
    let objects = objects(&review(&["--json"]));
    let (summary, turns) = objects.split_last().unwrap();
    let played: Vec<(String, String)> = turns
        .iter()
        .map(|turn| {
            let text = |name: &str| turn[name].as_str().unwrap().to_owned();
            (text("turn"), text("played"))
        })
        .collect();
    assert_eq!(played, turns_of_record());
    for turn in turns {
        let (before, after, loss) = (
            number(turn, "win_before"),
            number(turn, "win_after"),
            number(turn, "loss"),
        );
        let fall = (before - after).max(0.0);
        let is_best = turn["best"] == turn["played"];
        assert!(
            (loss - fall).abs() < 1e-9 || loss == 0.0,
            "{turn}: {loss} for a fall of {fall}"
        );
        assert!(!is_best || loss == 0.0, "{turn}");
        let judgement = match (loss * 10_000.0).round() as u32 {
            0..500 => Value::Null,
            500..1000 => "inaccuracy".into(),
            1000..1500 => "mistake".into(),
            _ => "blunder".into(),
        };
        assert_eq!(turn["judgement"], judgement, "{turn}");
        assert!(turn["pv"].as_array().unwrap()[0] == turn["best"]);
    }
    // A turn's end is the next one's beginning, seen from the other side.
    for pair in turns.windows(2) {
        let sum = number(&pair[0], "win_after") + number(&pair[1], "win_before");
        assert!((sum - 1.0).abs() < 1e-3, "{} {}", pair[0], pair[1]);
    }
    let of = |side: &str| {
        turns
            .iter()
            .filter(|turn| turn["side"] == side[..1])
            .count()
    };
    for side in ["gold", "silver"] {
        assert_eq!(summary[side]["turns"], of(side));
        for (name, judgement) in [
            ("inaccuracies", "inaccuracy"),
            ("mistakes", "mistake"),
            ("blunders", "blunder"),
        ] {
            let own = turns
                .iter()
                .filter(|turn| turn["side"] == side[..1] && turn["judgement"] == judgement);
            assert_eq!(summary[side][name], own.count(), "{side}'s {name}");
        }
    }
    assert_eq!(summary["result"]["winner"], "g");
    let point = summary["turning_point"].as_str().unwrap();
    let from = turns.iter().position(|turn| turn["turn"] == point).unwrap();
    let gold_win = |turn: &Value| match turn["side"].as_str() {
        Some("g") => number(turn, "win_after"),
        _ => 1.0 - number(turn, "win_after"),
    };
    assert!(turns[from..].iter().all(|turn| gold_win(turn) > 0.5));
    assert!(gold_win(&turns[from - 1]) <= 0.5);
}

#[test]
fn the_review_is_the_same_side_by_side() {
    assert_eq!(
        review(&["--json", "--jobs", "1"]),
        review(&["--json", "--jobs", "3"])
    );
}

#[test]
fn the_table_fits_and_says_what_was_better() {
    let text = review(&[]);
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(text.contains("  better  "), "{text}");
    assert!(text.contains("turning point: "), "{text}");
    assert!(text.ends_with("gold wins by goal\n"), "{text}");
    let silver = review(&["--side", "s"]);
    assert!(silver.contains("\n   2s "), "{silver}");
    assert!(!silver.contains("\n   2g "), "{silver}");
    // The summary is that of the whole game.
    let summary = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(summary(&silver), summary(&text));
}

/// `review … --html page.html | head -1`.
#[test]
fn a_reader_that_has_gone_leaves_the_page() {
    use std::process::{Command, Stdio};

    let files = Files::new();
    let page = files.path("page.html");
    let mut child = Command::new(env!("CARGO_BIN_EXE_loxodon"))
        .args(["review", GAME, "--nodes", "100", "--html", &page])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(&page).unwrap().contains("</html>"));
}

#[test]
fn the_page_needs_nothing_else() {
    let files = Files::new();
    let (page, graph) = (files.path("page.html"), files.path("graph.svg"));
    review(&["--html", &page, "--svg", &graph]);
    let page = fs::read_to_string(page).unwrap();
    for outside in [
        "src=",
        "@import",
        "url(http",
        "fetch(",
        "<link rel=\"stylesheet",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    let content = page
        .lines()
        .find_map(|line| line.strip_prefix("const review = "))
        .and_then(|line| line.strip_suffix(';'))
        .unwrap();
    assert!(!content.contains('<'));
    let content: Value = serde_json::from_str(content).unwrap();
    let turns = content["turns"].as_array().unwrap();
    assert_eq!(turns.len(), turns_of_record().len());
    assert_eq!(
        content["positions"].as_array().unwrap().len(),
        turns.len() + 1
    );
    let graph = fs::read_to_string(graph).unwrap();
    assert!(page.contains(graph.trim_end()));
    assert_eq!(graph.matches("data-turn=").count(), turns.len());
    // The graph alone, as a filter would want it.
    assert_eq!(review(&["--svg", "-"]), graph + "\n");
}

#[test]
fn a_resigned_game_is_reviewed_to_its_end() {
    let files = Files::new();
    let record = fs::read_to_string(GAME).unwrap();
    let some: Vec<&str> = record
        .lines()
        .take_while(|line| !line.starts_with("6g "))
        .collect();
    let record = files.write("game.txt", format!("{}\n6g resigns\n", some.join("\n")));
    let text = run(&["review", &record, "--nodes", "300"]).output();
    assert!(text.contains("\n   5s "), "{text}");
    assert!(text.contains("silver wins by resignation"), "{text}");
}

#[test]
fn a_game_of_an_archive_is_reviewed_with_its_tags() {
    let arguments = [
        "review",
        "--archive",
        ARCHIVE,
        "--id",
        "1",
        "--nodes",
        "200",
        "--json",
    ];
    let objects = objects(&run(&arguments).output());
    let (summary, turns) = objects.split_last().unwrap();
    assert!(summary["tags"]["Gold"].is_string(), "{summary}");
    assert_eq!(summary["turns"], turns.len());
    assert!(!turns.is_empty());
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    run(&["review", ARRAY]).fails(2, &["can't be read"]);
    run(&["review", "no such file"]).fails(2, &["no such file"]);
    run(&["review"]).fails(2, &["GAME"]);
    run(&["review", GAME, "--side", "x"]).fails(2, &["--side"]);
    run(&["review", GAME, "--jobs", "0"]).fails(2, &["1 to 256"]);
    let files = Files::new();
    let setups = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    let setups = files.write("setups.txt", setups);
    run(&["review", &setups]).fails(2, &[&setups, "no turn to review"]);
    let header = files.write("games.tsv", "id\tresult\ttermination\tmovelist\n");
    run(&["review", &header]).fails(2, &["--archive"]);
    run(&["review", "--archive", ARCHIVE]).fails(2, &["--id"]);
    run(&["review", "--archive", ARCHIVE, "--id", "none"]).fails(2, &["\"none\""]);
    let record = files.write("game.txt", fs::read_to_string(GAME).unwrap());
    run(&["review", &record, "--html", &record]).fails(2, &["overwritten"]);
    run(&["review", &record, "--svg", &record]).fails(2, &["overwritten"]);
    run(&["review", &record, "--svg", "-", "--json"]).fails(2, &["--json"]);
    run(&["review", &record, "--html", "-"]).fails(2, &["--html -"]);
    let page = files.path("page");
    run(&["review", &record, "--html", &page, "--svg", &page]).fails(2, &["two names"]);
    let nowhere = files.path("no/such/page.html");
    run(&["review", &record, "--html", &nowhere]).fails(2, &[&nowhere, "No such file"]);
    run(&["review", &record, "--html", ""]).fails(2, &["can't be written"]);
}
