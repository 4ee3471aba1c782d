use serde_json::{Value, json};

use crate::data::{self, Row};
use crate::program::{Files, run, run_with_input};
use crate::{ARRAY, EMPTY};

const SETUPS: &str = "\
1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2
1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
";

/// The result as the data writes it, such as `gg` for gold by goal.
fn short(result: &Value) -> String {
    let Some(result) = result.as_object() else {
        assert!(result.is_null());
        return "-".to_owned();
    };
    let winner = result["winner"].as_str().unwrap();
    let reason = match result["reason"].as_str().unwrap() {
        "goal" => "g",
        "elimination" => "e",
        "immobilization" => "m",
        "repetition" => "r",
        other => other,
    };
    format!("{winner}{reason}")
}

fn check_rule(row: &Row) {
    let id = &row["id"];
    let from = format!("{} [{}]", row["side"], row["board"]);
    let history = row.get("history").filter(|history| *history != "-");
    let moves = history.map_or(row["move"].clone(), |history| {
        format!("{history} ; {}", row["move"])
    });
    let ended = run(&["replay", "--from", &from, "--moves", &moves, "--json"]);
    let count = moves.split(';').count();
    if row["verdict"] == "legal" {
        let verdict = ended.object();
        assert_eq!(verdict["legal"], true, "{id}");
        assert_eq!(verdict["turns"], count, "{id}");
        let board = format!("[{}]", row["board_after"]);
        assert!(
            verdict["position"].as_str().unwrap().ends_with(&board),
            "{id}: {verdict}"
        );
        assert_eq!(short(&verdict["result"]), row["result"], "{id}");
    } else {
        ended.reports(1, &[&format!("turn {count}, ")]);
        let verdict = crate::program::objects(&ended.out).pop().unwrap();
        assert_eq!(verdict["legal"], false, "{id}");
        assert_eq!(verdict["turn"], count, "{id}");
        assert_eq!(verdict["move"], row["move"].trim(), "{id}");
        let error = verdict["error"].as_str().unwrap();
        assert!(
            ended.err.ends_with(&format!("{error}\n")),
            "{id}: {}",
            ended.err
        );
    }
}

#[test]
fn turns_are_judged_by_every_rule() {
    let rows = data::table("rules_public.tsv");
    assert!(rows.len() > 150);
    rows.iter().for_each(check_rule);
}

#[test]
fn recorded_games_replay_to_their_results() {
    for game in data::games() {
        let lines = game
            .moves
            .iter()
            .map(|(label, text)| format!("{label} {text}"));
        let record = lines.collect::<Vec<_>>().join(
            "
",
        );
        let verdict = run_with_input(&["replay", "-", "--json"], &record).object();
        assert_eq!(verdict["legal"], true, "game {}", game.number);
        assert_eq!(verdict["turns"], game.moves.len(), "game {}", game.number);
        let (side, board) = game.last.split_once(' ').unwrap();
        assert_eq!(
            verdict["position"],
            format!("{side} [{board}]"),
            "game {}",
            game.number
        );
        assert_eq!(
            short(&verdict["result"]),
            game.result,
            "game {}",
            game.number
        );
    }
}

#[test]
fn a_record_in_a_file_is_checked() {
    let files = Files::new();
    let record = files.write("record", format!("{SETUPS}2g Ee2n\n2s ed7s\n"));
    insta::assert_snapshot!("replay", run(&["replay", &record]).output());
    let verdict = run(&["replay", &record, "--at", "2s", "--json"]).object();
    assert_eq!(verdict["turns"], 3);
}

#[test]
fn an_empty_board_begins_with_the_setups() {
    let setups: Vec<&str> = SETUPS.lines().map(|line| &line[3..]).collect();
    let moves = format!("{};{};Ee2n", setups[0], setups[1]);
    let verdict = run(&["replay", "--from", EMPTY, "--moves", &moves, "--json"]).object();
    assert_eq!(verdict["turns"], 3);
    let none = run(&["replay", "--from", EMPTY, "--moves", "", "--json"]).object();
    assert_eq!(
        none,
        json!({"legal": true, "turns": 0, "position": EMPTY, "result": null})
    );
}

#[test]
fn the_first_illegal_turn_of_a_record_is_named() {
    let files = Files::new();
    let record = files.write(
        "record",
        format!("# a game\n{SETUPS}2g Ee2n\n2s ed7s ed6s ed5s ed4s ed3s\n3g Ra1n\n"),
    );
    let why = "a turn has four steps at most";
    let text = run(&["replay", &record]);
    text.fails(1, &[&record, "line 5, column 24: 2s ed7s", why]);
    let ended = run(&["replay", &record, "--json"]);
    ended.reports(1, &[&record, "line 5", why]);
    let verdict = crate::program::objects(&ended.out);
    let expected = json!({
        "legal": false, "turn": 4, "move": "ed7s ed6s ed5s ed4s ed3s", "error": "ed3s: a turn has four steps at most",
        "position": "s [rrrrrrrrhdcemcdh............................E...HDCM.CDHRRRRRRRR]",
    });
    assert_eq!(verdict, [expected]);
}

#[test]
fn a_game_that_is_over_has_no_more_turns() {
    let from = "g [r..............R...............................................R]";
    let ended = run(&["replay", "--from", from, "--moves", "Rh7n; ra8s", "--json"]);
    ended.reports(
        1,
        &["turn 2, 2s ra8s", "the game is over: gold wins by goal"],
    );
    let verdict = crate::program::objects(&ended.out).pop().unwrap();
    assert_eq!(
        (&verdict["turn"], &verdict["move"]),
        (&json!(2), &json!("ra8s"))
    );
}

#[test]
fn an_empty_turn_is_illegal() {
    for moves in ["Ee2n;", "Ee2n; ; ed7s"] {
        run(&["replay", "--from", ARRAY, "--moves", moves]).fails(1, &["turn 2", "one step"]);
    }
}

#[test]
fn resignation_is_a_result() {
    let record = format!("{SETUPS}2g resigns\n");
    let verdict = run_with_input(&["replay", "-", "--json"], &record).object();
    assert_eq!(
        verdict["result"],
        json!({"winner": "s", "reason": "resignation"})
    );
    assert_eq!(verdict["turns"], 2);
    assert!(
        run_with_input(&["replay", "-"], &record)
            .output()
            .contains("silver wins by resignation")
    );
}

#[test]
fn what_is_no_record_is_bad_input() {
    let files = Files::new();
    let missing = files.path("missing");
    run(&["replay", &missing]).fails(2, &[&missing]);
    run(&["replay", &missing, "--json"]).fails(2, &[&missing]);
    let gap = files.write("gap", format!("{SETUPS}3g Ee2n\n"));
    run(&["replay", &gap, "--json"]).fails(2, &[&gap, "line 3", "`2g` is next"]);
    let short = files.write("short", SETUPS);
    run(&["replay", &short, "--at", "7s"]).fails(2, &[&short, "line 2", "ends at 2g"]);
    run_with_input(&["replay", "-"], "").fails(2, &["standard input: line 1", "`1g Ra1"]);
    run(&["replay", "--from", "g [r]", "--moves", ""]).fails(2, &["the board has 1 square, 64"]);
}
