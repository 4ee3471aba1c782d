//! The game site's archive: all games against their recorded ends, or one of them.

use std::fs;

use serde_json::json;

use crate::program::{Files, objects, run, run_with_input};

const ARCHIVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/records/archive.tsv");

/// The archive with something else in its bytes, each time that it occurs.
fn changed(old: &str, new: &str) -> Vec<u8> {
    let bytes = fs::read(ARCHIVE).unwrap();
    // The name that is no UTF-8 text is not in the way of comparing letters.
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    assert!(text.contains(old), "{old}");
    let text = text.replace(old, new);
    text.chars().map(|letter| letter as u8).collect()
}

#[test]
fn games_agree_with_their_recorded_ends() {
    let text = run(&["replay", "--archive", ARCHIVE]).output();
    assert_eq!(
        text,
        "8 of 8 games agree with the recorded end; the board decides 4 of them\n"
    );
    let summary = run(&["replay", "--archive", ARCHIVE, "--json"]).object();
    let expected = json!({"games": 8, "agree": 8, "disagree": 0, "decided_on_board": 4});
    assert_eq!(summary, expected);
}

#[test]
fn games_that_do_not_agree_are_named() {
    let files = Files::new();
    for (old, new, id, line, reason) in [
        (
            "\tw\tg\t138\t",
            "\tb\tg\t138\t",
            "1",
            3,
            "recorded as silver wins by goal, but gold wins by goal",
        ),
        (
            "\tw\tg\t138\t",
            "\tw\tm\t138\t",
            "1",
            3,
            "recorded as gold wins by immobilization, but gold wins by goal",
        ),
        (
            "\tb\tr\t",
            "\tb\tg\t",
            "6",
            7,
            "recorded as silver wins by goal, but silver wins by resignation",
        ),
        (
            "\tb\tr\t",
            "\tw\tr\t",
            "6",
            7,
            "recorded as gold wins, but silver wins by resignation",
        ),
        (
            "\ts\ts\t",
            "\t?\tg\t",
            "8",
            9,
            "recorded as ended by goal, but the game goes on at 31g",
        ),
        (
            "\\n2w Ee2n",
            "\\n2w Ee2s",
            "1",
            3,
            "move list, line 3, column 4: 2g Ee2s",
        ),
        (
            "\t\t\n",
            "\t\t\t\n",
            "9",
            10,
            "the line has 30 columns, the header has 29",
        ),
    ] {
        let file = files.write("archive.tsv", changed(old, new));
        let ended = run(&["replay", "--archive", &file]);
        ended.reports(1, &[&file, "of 8 games disagree"]);
        let place = format!("{file}: line {line}, game {id}: {reason}");
        assert!(ended.out.contains(&place), "{place} is in {}", ended.out);
        let ended = run(&["replay", "--archive", &file, "--json"]);
        let objects = objects(&ended.out);
        let named = objects.iter().find(|object| object["id"] == id).unwrap();
        assert_eq!(named["line"], line);
        assert!(named["reason"].as_str().unwrap().starts_with(reason));
        assert_eq!(objects.last().unwrap()["disagree"], objects.len() - 1);
    }
}

#[test]
fn one_game_is_found_by_its_id() {
    let verdict = run(&["replay", "--archive", ARCHIVE, "--id", "1", "--json"]).object();
    assert_eq!(verdict["turns"], 137);
    assert_eq!(verdict["tags"]["Gold"], "bot_Jos\u{fffd}");
    assert_eq!(verdict["tags"]["Termination"], "g");
    let text = run(&["replay", "--archive", ARCHIVE, "--id", "7", "--at", "2g"]).output();
    assert!(text.starts_with("Gold: bot_a\nSilver: bot_b\n"), "{text}");
    assert!(text.contains("\nlegal: 2 moves\n2g\n"), "{text}");
    run(&["replay", "--archive", ARCHIVE, "--id", "77"]).fails(2, &[ARCHIVE, "\"77\""]);
    let place = format!("{ARCHIVE}: line 10, game 9: line 1, column 1: there is no move");
    run(&["replay", "--archive", ARCHIVE, "--id", "9"]).fails(2, &[&place]);
}

#[test]
fn columns_are_found_by_their_names() {
    let input = "\u{feff}movelist\tx\ttermination\tresult\tid\r\n\
                 1w Ra1\\n1b ra8\\n2w Ra1n\tx\tt\tw\t5\r\n\r\n";
    let ended = run_with_input(&["replay", "--archive", "-", "--json"], input);
    assert_eq!(ended.object()["agree"], 1);
    let ended = run_with_input(&["replay", "--archive", "-"], "id\tresult\tmovelist\n");
    ended.fails(
        2,
        &["standard input: line 1", "`termination`", "`\n".trim()],
    );
    run_with_input(&["replay", "--archive", "-"], "").fails(2, &["line 1", "`id`"]);
}

#[test]
fn an_archive_goes_with_no_other_game() {
    let files = Files::new();
    let missing = files.path("missing");
    run(&["replay", "--archive", &missing]).fails(2, &[&missing]);
    run(&["replay", "--archive", ARCHIVE, "--at", "2g"]).fails(2, &["--at needs", "--id"]);
    run(&["replay", "--archive", ARCHIVE, "--after", "Ee2n"]).fails(2, &["--after needs"]);
    run(&["replay", ARCHIVE, "--archive", ARCHIVE]).fails(2, &["cannot be used with"]);
    run(&["replay", "--id", "1"]).fails(2, &["--archive"]);
}

#[test]
fn a_game_may_end_by_an_illegal_move() {
    let shuffle = "1w Ra1 Ee2\\n1b ra8 ed7\\n2w Ee2n\\n2b ed7s\\n3w Ee3s\\n3b ed6n\\n4w Ee2n\\n4b ed7s\\n5w Ee3s\\n5b ed6n";
    for (result, termination, agree) in [
        ("w", "p", 1),
        ("w", "i", 1),
        ("b", "p", 0),
        ("b", "i", 0),
        ("w", "r", 0),
    ] {
        let input =
            format!("id\tresult\ttermination\tmovelist\n1\t{result}\t{termination}\t{shuffle}\n");
        let ended = run_with_input(&["replay", "--archive", "-", "--json"], &input);
        let summary = objects(&ended.out).pop().unwrap();
        assert_eq!(summary["agree"], agree, "{result} {termination}");
        assert_eq!(ended.status, 1 - agree, "{result} {termination}");
    }
}
