//! All forms of the argument POSITION.

use serde_json::Value;

use crate::program::{Ended, Files, run, run_with_input};
use crate::{ARRAY, EMPTY};

const DIAGRAM: &str = "\
# after a capture
12s
 +-----------------+
8| r r r r r r r r |
7| . d c . m c d h |
6| . h x . . x . . |
5| . . . . E . . . |
4| . . . e . . . . |
3| . . x . . x . . |
2| H D C M . C D H |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h
";
const DIAGRAM_BOARD: &str = "s [rrrrrrrr.dc.mcdh.h..........E......e............HDCM.CDHRRRRRRRR]";

const RECORD: &str = "\
1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2
1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
2g Ee2n Ee3n
2s ed7s
3g Ee4n
";
const RECORD_BOARD: &str = "s [rrrrrrrrhdc.mcdh...e........E...................HDCM.CDHRRRRRRRR]";

fn seen(ended: Ended) -> (String, String) {
    let shown = ended.object();
    let text = |key: &str| shown[key].as_str().unwrap().to_owned();
    (text("label"), text("position"))
}

#[track_caller]
fn check(text: &str, options: &[&str], label: &str, position: &str) {
    let files = Files::new();
    let file = files.write("position", text);
    let expected = (label.to_owned(), position.to_owned());
    let by_file = [&["show", "--json", &file], options].concat();
    assert_eq!(seen(run(&by_file)), expected);
    let by_input = [&["show", "--json", "-"], options].concat();
    assert_eq!(seen(run_with_input(&by_input, text)), expected);
}

#[test]
fn a_board_is_an_argument() {
    let spaced = ARRAY.replace('.', " ");
    let quoted = ARRAY.replace(['[', ']'], "\"");
    let bare = ARRAY.replace(['[', ']'], "");
    for argument in [
        ARRAY,
        &spaced,
        &ARRAY.replace('g', "w"),
        &format!("setposition {ARRAY}"),
        &format!("SetPosition\t{ARRAY}"),
        &format!("setposition {quoted}"),
        &quoted,
        &quoted.replace('.', " ").replace('g', "G"),
        &bare,
        &format!("setposition {bare}"),
    ] {
        let (label, position) = seen(run(&["show", argument, "--json"]));
        assert_eq!((label.as_str(), position.as_str()), ("2g", ARRAY));
    }
}

#[test]
fn a_board_stands_in_a_file() {
    let silver = ARRAY.replacen('g', "s", 1);
    let quoted = silver.replace(['[', ']'], "\"");
    check(&format!("{silver}\n"), &[], "2s", &silver);
    check(&format!("setposition {quoted}\n"), &[], "2s", &silver);
    check(&format!("\u{feff}{quoted}\n"), &[], "2s", &silver);
    check(&silver.replace(['[', ']'], ""), &[], "2s", &silver);
    check(
        &format!("# comment\r\n\r\nsetposition {silver}\r\n"),
        &[],
        "2s",
        &silver,
    );
}

#[test]
fn a_diagram_stands_in_a_file() {
    check(DIAGRAM, &[], "12s", DIAGRAM_BOARD);
    check(&DIAGRAM.replace('\n', "\r\n"), &[], "12s", DIAGRAM_BOARD);
    check(&DIAGRAM.replace("12s", "12b"), &[], "12s", DIAGRAM_BOARD);
}

#[test]
fn what_show_prints_is_a_diagram() {
    let shown = run(&["show", DIAGRAM_BOARD]).output();
    check(&shown, &[], "2s", DIAGRAM_BOARD);
}

#[test]
fn a_record_stands_in_a_file() {
    check(RECORD, &[], "3s", RECORD_BOARD);
    check(&format!("\u{feff}{RECORD}3s\n"), &[], "3s", RECORD_BOARD);
    let old = RECORD.replace("g ", "w ").replace("s ", "b ");
    check(&old, &[], "3s", RECORD_BOARD);
    check(RECORD, &["--at", "2g"], "2g", ARRAY);
    check(RECORD, &["--at", "1g"], "1g", EMPTY);
    check(RECORD, &["--at", "3b"], "3s", RECORD_BOARD);
}

#[test]
fn a_moment_of_a_record_is_of_the_game_as_finally_played() {
    let replaced = "2g Ha2n\n2s ha7s\n3g takeback\n2s takeback\n";
    let taken_back = format!("{RECORD}3s ed6s\n").replace("2g ", &format!("{replaced}2g "));
    let whole = taken_back.replace(replaced, "");
    for label in ["2s", "3g", "3s", "4g"] {
        let shown = |text: &str| {
            seen(run_with_input(
                &["show", "-", "--json", "--at", label],
                text,
            ))
        };
        let (seen_label, position) = shown(&taken_back);
        assert_eq!((seen_label.as_str(), &position), (label, &shown(&whole).1));
    }
}

#[test]
fn the_setup_phase_is_told_from_a_bare_board() {
    let setting_up = |argument: &str, input: &str| {
        let shown = run_with_input(&["show", "--json", argument], input).object();
        (
            shown["setup"].clone(),
            shown["label"].as_str().unwrap().to_owned(),
        )
    };
    assert_eq!(setting_up(EMPTY, ""), (Value::Bool(true), "1g".to_owned()));
    let first = RECORD.lines().next().unwrap();
    assert_eq!(setting_up("-", first), (Value::Bool(true), "1s".to_owned()));
    let board = run_with_input(&["show", "-"], first).output();
    assert_eq!(
        setting_up("-", &board),
        (Value::Bool(true), "1s".to_owned())
    );
    assert_eq!(setting_up(ARRAY, ""), (Value::Bool(false), "2g".to_owned()));
}

#[test]
fn the_game_behind_a_record_is_kept() {
    // Silver can't go back to d7: the position after 2g would occur for the third time.
    let setups: Vec<&str> = RECORD.lines().take(2).collect();
    let mut record = setups.join("\n");
    record += "\n2g Ee2n\n2s ed7s\n3g Ee3s\n3s ed6n\n4g Ee2n\n4s ed7s\n5g Ee3s\n";
    let with_past = run_with_input(&["show", "-", "--json"], &record).object();
    let position = with_past["position"].as_str().unwrap();
    let without = run(&["show", position, "--json"]).object();
    let turns = |shown: &Value| shown["legal_turns"].as_u64().unwrap();
    assert_eq!(turns(&with_past) + 1, turns(&without));
}

#[test]
fn wrong_boards_are_refused() {
    let cases: [(&str, &[&str]); 6] = [
        ("g [rrr]", &["g [rrr]", "3 squares", "64"]),
        ("[rrr]", &["side", "`g` or `s`"]),
        ("x [rrr]", &["\"x\"", "`g` or `s`"]),
        (&ARRAY.replace('m', "e"), &["silver", "2 elephants"]),
        (&ARRAY.replacen("..", "q.", 1), &["'q'", "a6"]),
        (&EMPTY.replacen('g', "s", 1), &["empty board", "gold"]),
    ];
    for (board, parts) in cases {
        for command in ["show", "analyze", "perft"] {
            run(&[command, board]).fails(2, parts);
        }
        let named: Vec<&str> = parts
            .iter()
            .copied()
            .filter(|part| !part.contains('['))
            .collect();
        let ended = run_with_input(&["show", "-"], &format!("# comment\n{board}\n"));
        ended.fails(
            2,
            &[&["standard input: line 2, column "], &named[..]].concat(),
        );
    }
    let wrong_letter = ARRAY.replacen("..", "q.", 1);
    let ended = run_with_input(&["show", "-"], &format!(" setposition {wrong_letter}\n"));
    ended.fails(2, &["line 1, column 33: ", "'q'", "a6"]);
    let on_trap = format!("{}R{}", &EMPTY[..3 + 18], &EMPTY[3 + 19..]);
    run(&["show", &on_trap]).fails(2, &["gold rabbit", "c6", "trap"]);
}

/// A diagram of 64 letters from a8 to h1.
fn diagram(heading: &str, squares: &[&str; 64]) -> String {
    let ranks = squares.chunks(8).zip((1..=8).rev());
    let ranks: Vec<String> = ranks
        .map(|(row, rank)| format!("{rank}| {} |", row.join(" ")))
        .collect();
    format!("{heading}\n{}\n", ranks.join("\n"))
}

#[test]
fn wrong_files_are_refused_by_name_and_line() {
    let files = Files::new();
    let missing = files.path("missing");
    let forms = ["`g [rrr…RRR]`", "`12s`", "`1g Ra1 …`"];
    run(&["show", &missing]).fails(2, &[&[missing.as_str(), "a file"], &forms[..]].concat());
    let fifth_rank = |text: &str| DIAGRAM.replace("5| . . . . E . . . |", text);
    let cases: [(&str, String, &[&str]); 13] = [
        (
            "empty",
            String::new(),
            &[
                "line 1, column 1: there is no position",
                forms[0],
                forms[1],
                forms[2],
            ],
        ),
        (
            "prose",
            "\nWhat is this?\n".to_owned(),
            &["line 2, column 1: there is no position", forms[0]],
        ),
        (
            "two boards",
            format!("{ARRAY}\n{ARRAY}\n"),
            &["line 2", "line 1"],
        ),
        (
            "no heading",
            DIAGRAM.replace("12s", ""),
            &["line 3", "`12s`"],
        ),
        (
            "short rank",
            fifth_rank("5| . . . . E . . |"),
            &["line 7, column 18", "rank 5"],
        ),
        ("missing rank", fifth_rank(""), &["line 8", "rank 5"]),
        (
            "mid-turn",
            DIAGRAM.replace("12s", "12s ed4n"),
            &["line 2", "in the middle of a turn"],
        ),
        (
            "crowd",
            fifth_rank("5| R . . . E . . . |"),
            &["diagram from line 2", "9 rabbits"],
        ),
        (
            "bare",
            diagram("1s", &["."; 64]),
            &["line 1", "empty board"],
        ),
        (
            "early",
            diagram("1s", &["R"; 64]),
            &["from line 1", "64 rabbits"],
        ),
        (
            "illegal",
            RECORD.replace("ed7s", "ed7n"),
            &["line 4, column 4: 2s ed7n", "d8"],
        ),
        (
            "numbers",
            RECORD.replace("2s", "3s"),
            &["line 4", "`3s`", "`2s` is next"],
        ),
        (
            "setup",
            RECORD.replace("Ha2", "Ra2"),
            &["line 1", "8 rabbits, not 9"],
        ),
    ];
    for (name, text, parts) in cases {
        let file = files.write(name, text);
        for command in ["show", "analyze"] {
            run(&[command, &file]).fails(2, &[&[format!("{file}: ").as_str()], parts].concat());
        }
    }
    let mut strays = ["."; 64];
    strays[32..36].copy_from_slice(&["E", "M", "R", "R"]);
    let file = files.write("strays", diagram("1s", &strays));
    run(&["show", &file]).fails(2, &[&file, "from line 1", "before silver's setup", "a4"]);
    let file = files.write("bytes", [0xff, 0xfe, 0x00]);
    run(&["show", &file]).fails(2, &[&file, "UTF-8"]);
}

#[test]
fn a_moment_is_one_of_a_record() {
    let files = Files::new();
    let record = files.write("record", RECORD);
    let diagram = files.write("diagram", DIAGRAM);
    run(&["show", &record, "--at", "9g"]).fails(2, &[&record, "line 5", "ends at 3s", "9g"]);
    run(&["show", &record, "--at", "9x"]).fails(2, &["--at", "9x", "12s"]);
    run(&["show", &diagram, "--at", "12s"]).fails(2, &["--at 12s", "game record"]);
    run(&["analyze", ARRAY, "--at", "2g"]).fails(2, &["--at 2g", "game record"]);
    run(&["analyze", "--at", "2g"]).fails(2, &["--at 2g", "game record"]);
}

#[test]
fn a_line_that_is_no_utf_8_is_named() {
    let files = Files::new();
    let latin = files.write("latin.txt", b"1g Ra1\n2g Jos\xe9\n");
    for command in ["show", "replay", "analyze", "perft", "bench"] {
        run(&[command, &latin]).fails(2, &[&latin, "line 2 is no UTF-8 text", "byte 7"]);
    }
}

#[test]
fn turns_that_are_to_be_played_first_are_played() {
    for (after, label, side, steps_left) in [
        ("Ee2n; ed7s;", "3g", "g", 4),
        ("Ee2n ; ed7s ; Ee3n", "3g", "g", 3),
        ("Ee2n Ee3n Ee4n Ee5n", "2s", "s", 4),
        ("Ee2n Ee3n;", "2s", "s", 4),
        ("Ee2n Ee3n", "2g", "g", 2),
        ("", "2g", "g", 4),
    ] {
        let shown = run(&["show", ARRAY, "--after", after, "--json"]).object();
        assert_eq!(shown["label"], label, "{after}");
        assert_eq!(shown["side"], side, "{after}");
        assert_eq!(shown["steps_left"], steps_left, "{after}");
    }
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    let shown = run(&["show", EMPTY, "--after", setup, "--json"]).object();
    assert_eq!(shown["label"], "1s");
    let shown = run_with_input(
        &["show", "-", "--at", "2g", "--after", "Ee2n", "--json"],
        RECORD,
    );
    assert_eq!(shown.object()["steps_left"], 3);
}

#[test]
fn a_turn_that_was_begun_is_analysed_to_its_end() {
    let begun = "Ee2n Ee3n";
    // Both ways of searching the root.
    for depth in ["5", "8"] {
        let arguments = [
            "analyze", ARRAY, "--after", begun, "--depth", depth, "--json",
        ];
        let objects = run(&arguments).objects();
        let last = objects.last().unwrap();
        assert_eq!(last["steps_left"], 2);
        let rest = last["bestmove"].as_str().unwrap();
        assert!(rest.split_whitespace().count() <= 2, "{rest}");
        let replayed = run(&["replay", "--from", ARRAY, "--after", begun, "--moves", rest]);
        assert!(replayed.output().starts_with("legal: 1 move"));
    }
    let at_goal = "g [................R......................e......................r.]";
    let won = run(&["analyze", at_goal, "--after", "Ra6n Ra7n"]).output();
    assert!(won.contains("best turn pass"), "{won}");
    assert!(won.ends_with("gold wins by goal\n"), "{won}");
    let counted = run(&["perft", at_goal, "--after", "Ra6n", "--json"]).object();
    assert_eq!(counted["steps"].as_array().unwrap().len(), 3);
}

#[test]
fn turns_that_can_not_be_played_first_are_refused() {
    for (after, parts) in [
        ("Ee2n Ee3x", &["--after Ee2n Ee3x", "Ee3x"][..]),
        ("Ee2n; Ee3n", &["--after", "Ee3n"]),
        ("Ee9n", &["--after", "\"Ee9n\""]),
        ("ed7s", &["--after", "neither pushed nor pulled"]),
    ] {
        run(&["show", ARRAY, "--after", after]).fails(2, parts);
    }
}
