//! Game records of every form: those of `positions/records`, and what is said of wrong ones.

use serde_json::json;

use crate::program::{Files, run, run_with_input};
use crate::{ARRAY, EMPTY};

fn record(name: &str) -> String {
    format!("{}/positions/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

const SELF_PLAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/games/self_play.txt");

#[test]
fn one_line_is_a_whole_game() {
    let lines = run(&["replay", SELF_PLAY, "--json"]).object();
    assert_eq!(
        run(&["replay", &record("one_line.txt"), "--json"]).object(),
        lines
    );
    for label in ["20s", "60g"] {
        let shown = |file: &str| run(&["show", file, "--at", label, "--json"]).object();
        assert_eq!(shown(&record("one_line.txt")), shown(SELF_PLAY));
    }
}

#[test]
fn tags_are_shown() {
    let file = record("tags.txt");
    let text = run(&["replay", &file]).output();
    let shown = "Event: Loxodon against itself\nSite: on a shared machine\nGold: a\nSilver: b\n";
    assert!(text.starts_with(shown), "{text}");
    assert!(
        text.contains("2s was taken back\nonce.\nlegal: 12 moves\n7g\n"),
        "{text}"
    );
    let verdict = run(&["replay", &file, "--json"]).object();
    assert_eq!(verdict["tags"]["Silver"], "b");
    assert_eq!(
        verdict["tags"]["Notes"],
        "The first turns of a longer game.\n2s was taken back\nonce."
    );
    assert_eq!(
        verdict["result"],
        json!({"winner": "s", "reason": "resignation"})
    );
    let twice = "Event: a\nEvent: b\n1g Xa1";
    let ended = run_with_input(&["replay", "-", "--json"], twice);
    ended.reports(1, &["standard input: line 3, column 4: ", "\"Xa1\""]);
    assert!(
        ended.out.contains(r#""tags":{"Event":"a\nb"}"#),
        "{}",
        ended.out
    );
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let shown = run_with_input(&["replay", "-"], "Gold: \u{1b}[2JAda\n1g\n").output();
    assert!(shown.starts_with("Gold: \u{fffd}[2JAda\n"), "{shown:?}");
    let row = "id\tresult\ttermination\tmovelist\n\u{1b}[2J\tw\tg\t1w \u{1b}[2J\n";
    let ended = run_with_input(&["replay", "--archive", "-"], row);
    assert!(!ended.out.contains('\u{1b}'), "{:?}", ended.out);
}

#[test]
fn losses_on_time_and_passes_are_read() {
    let verdict = run(&["replay", &record("lost_on_time.txt"), "--json"]).object();
    assert_eq!(verdict["result"], json!({"winner": "g", "reason": "time"}));
    assert_eq!(verdict["turns"], 13);
}

#[test]
fn handicaps_and_free_placements_are_played_and_told() {
    for (name, turns, position) in [
        (
            "handicap.txt",
            4,
            "s [rccrrrrrrhd.edhr...........mE...........",
        ),
        ("free_placement.txt", 1, "s [.R.........de...."),
    ] {
        let verdict = run(&["replay", &record(name), "--json"]).object();
        assert_eq!(verdict["legal"], true, "{name}");
        assert_eq!(verdict["free_setup"], true, "{name}");
        assert_eq!(verdict["turns"], turns, "{name}");
        let reached = verdict["position"].as_str().unwrap();
        assert!(reached.starts_with(&position[..20]), "{name}: {reached}");
        let text = run(&["replay", &record(name)]).output();
        assert!(
            text.contains(" after a handicap or a free placement\n"),
            "{text}"
        );
        run(&["show", &record(name)]).output();
    }
    let by_the_rules = run(&["replay", SELF_PLAY, "--json"]).object();
    assert_eq!(by_the_rules.get("free_setup"), None);
}

#[test]
fn variations_can_be_pasted_into_every_command() {
    let objects = run(&["analyze", ARRAY, "--depth", "9"]).output();
    let line = objects
        .lines()
        .find(|line| line.starts_with("    9 "))
        .unwrap();
    let (_, variation) = line.split_once("s  ").unwrap();
    let variation = variation.trim();
    assert!(variation.matches(';').count() >= 1, "{variation}");
    for separator in [";", " ; ", "; "] {
        let turns: Vec<&str> = variation.split(';').map(str::trim).collect();
        let pasted = turns.join(separator);
        let moves = run(&["replay", "--from", ARRAY, "--moves", &pasted, "--json"]).object();
        assert_eq!(moves["turns"], turns.len());
        run(&["show", ARRAY, "--after", &pasted]).output();
        let depth = ["--depth", "1", "--json"];
        run(&[&["analyze", ARRAY, "--after", &pasted], &depth[..]].concat()).objects();
        // After setups the same list is a record.
        let setups = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2 ; \
                      ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";
        let whole = format!("{setups} ; {pasted}");
        let by_record = run_with_input(&["replay", "-", "--json"], &whole).object();
        let by_moves = run(&["replay", "--from", EMPTY, "--moves", &whole, "--json"]).object();
        assert_eq!(by_record, by_moves);
        run_with_input(&["show", "-"], &whole).output();
    }
}

#[test]
fn a_pass_ends_a_turn_that_is_played_first() {
    let after = |turns: &str| {
        let shown = run(&["show", ARRAY, "--after", turns, "--json"]).object();
        shown["label"].as_str().unwrap().to_owned()
    };
    assert_eq!(after("Ee2n"), "2g");
    assert_eq!(after("Ee2n pass"), "2s");
    let rest = [
        "replay",
        "--from",
        ARRAY,
        "--after",
        "Ee2n",
        "--moves",
        "pass ; ed7s",
    ];
    assert!(run(&rest).output().starts_with("legal: 2 moves\n3g\n"));
    run(&["show", ARRAY, "--after", "pass"]).fails(2, &["--after pass", "one step at least"]);
}

#[test]
fn faults_are_named_by_file_line_and_column() {
    let files = Files::new();
    let text = std::fs::read_to_string(record("one_line.txt")).unwrap();
    let wrong = files.write("wrong", text.replacen("2w Ee2n", "2w Ee2s", 1));
    let ended = run(&["replay", &wrong]);
    ended.fails(
        1,
        &[
            &format!("{wrong}: line 2, column 138: 2g "),
            "rabbit stands on e1",
        ],
    );
    let numbers = files.write("numbers", text.replacen(" 2b ", " 3b ", 1));
    run(&["show", &numbers]).fails(
        2,
        &[&format!("{numbers}: line 2, column 158: "), "`2s` is next"],
    );
}

#[test]
fn several_records_are_checked_one_after_the_other() {
    let files = Files::new();
    let wrong = files.write("wrong", "1g Ra1 1s ra8 2g Ra1s");
    let missing = files.path("missing");
    let (one_line, tags) = (record("one_line.txt"), record("tags.txt"));
    let ended = run(&["replay", &one_line, &wrong, &missing, &tags]);
    assert_eq!(ended.status, 1);
    let errors: Vec<&str> = ended.err.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains(&format!("{wrong}: line 1, column 18: 2g Ra1s")));
    assert!(errors[1].contains(&missing));
    let first = format!("{one_line}\nlegal: 137 moves\n");
    assert!(ended.out.starts_with(&first), "{}", ended.out);
    assert!(ended.out.contains(&format!("{tags}\nEvent: ")));
    let both = run(&["replay", &one_line, &tags, "--json"]).objects();
    assert_eq!(both[0]["file"], one_line);
    assert_eq!(both[1]["file"], tags);
    assert_eq!(both[1]["turns"], 12);
}
