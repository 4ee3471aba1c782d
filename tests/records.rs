//! Game records in every form in which people keep them: what is read, where faults are, and that nothing is lost.

mod data;

use loxodon::rules::notation::{Record, read_record, read_tags, write_record};
use loxodon::rules::{Game, Reason};
use proptest::prelude::*;

const GOLD_SETUP: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
const SILVER_SETUP: &str = "ha7 db7 cc7 ed7 me7 cf7 dg7 hh7 ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8";
const SELF_PLAY: &str = include_str!("../positions/games/self_play.txt");

/// A record that begins with both setups.
fn after_setups(rest: &str) -> String {
    format!("1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n{rest}")
}

fn game(record: &str) -> Game {
    read_record(record, None).unwrap_or_else(|error| panic!("{error} in {record}"))
}

/// The message of a record that is wrong.
fn error(record: &str) -> String {
    read_record(record, None).unwrap_err().to_string()
}

fn written(game: &Game) -> Vec<String> {
    game.written_moves().collect()
}

/// Checks that what is written of a record reads the same.
#[track_caller]
fn check_written(record: &Record) {
    let text = record.to_string();
    let again: Record = text
        .parse()
        .unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(again.tags, record.tags, "{text}");
    assert_eq!(again.game.moves(), record.game.moves(), "{text}");
    assert_eq!(again.game.positions(), record.game.positions(), "{text}");
    assert_eq!(again.game.outcome(), record.game.outcome(), "{text}");
    assert_eq!(again.game.label(), record.game.label(), "{text}");
    assert_eq!(again.to_string(), text);
}

/// The move with `w` and `b` for the sides in its number.
fn with_older_sides(text: &str) -> String {
    let (label, rest) = text.split_once(' ').unwrap();
    format!("{} {rest}", label.replace('g', "w").replace('s', "b"))
}

#[test]
fn a_whole_game_may_stand_on_one_line() {
    let by_lines = game(SELF_PLAY);
    let moves: Vec<&str> = SELF_PLAY.lines().skip(1).collect();
    for separator in [" ", "  ", " ; ", ";\n", "\t"] {
        let one_line = moves.join(separator);
        let older: Vec<String> = moves.iter().map(|text| with_older_sides(text)).collect();
        let older = older.join(separator);
        for record in [&one_line, &older] {
            let read = game(record);
            assert_eq!(read.moves(), by_lines.moves());
            assert_eq!(read.outcome(), by_lines.outcome());
        }
    }
}

#[test]
fn moves_without_numbers_are_separated_by_semicolons() {
    let record = format!("{GOLD_SETUP} ; {SILVER_SETUP}; Ee2n Ee3n ;\ned7s; takeback ; ed7s ed6s");
    assert_eq!(
        write_record(&game(&record)),
        after_setups("2g Ee2n Ee3n\n2s ed7s ed6s\n")
    );
    assert_eq!(
        error(&format!("{GOLD_SETUP}\n{SILVER_SETUP}\n")),
        "line 2, column 1: \"ha7\" is no move number; `1s` is next"
    );
}

#[test]
fn tags_stand_before_the_moves() {
    let record = format!(
        "Gold: Ada\nSilver Grace\nTimecontrol : 1s/5s/100/10s/80t\n# not a tag\n\nEvent:\nSite: http://arimaa.com\n{}",
        after_setups("2g Ee2n")
    );
    let record: Record = record.parse().unwrap();
    let tags: Vec<_> = record
        .tags
        .iter()
        .map(|tag| (&*tag.name, &*tag.value))
        .collect();
    assert_eq!(
        tags,
        [
            ("Gold", "Ada"),
            ("Silver", "Grace"),
            ("Timecontrol", "1s/5s/100/10s/80t"),
            ("Event", ""),
            ("Site", "http://arimaa.com"),
        ]
    );
    assert_eq!(record.game.moves().len(), 3);
    check_written(&record);
}

#[test]
fn notes_are_free_text() {
    let notes = "A close game.\n\n2s was a blunder: Gold: won\n  # indeed";
    let record = format!(
        "Gold: Ada\nNotes:  \n{notes} \n\n{}",
        after_setups("2g Ee2n")
    );
    let record: Record = record.parse().unwrap();
    assert_eq!(record.tags[1].value, notes);
    assert_eq!(record.tags.len(), 2);
    check_written(&record);
    assert_eq!(read_tags("Notes: nothing else").len(), 1);
}

#[test]
fn passes_end_a_turn() {
    let record = after_setups("2g Ee2n pass\n2s ed7s pass pass pass");
    assert_eq!(
        write_record(&game(&record)),
        after_setups("2g Ee2n\n2s ed7s\n")
    );
    assert_eq!(
        error(&after_setups("2g Ee2n\n2s pass")),
        "line 4, column 4: 2s pass: a turn has one step at least"
    );
    assert_eq!(
        error(&after_setups("2g Ee2n pass Ee3n")),
        "line 3, column 14: 2g Ee2n pass Ee3n: Ee3n: `pass` ends the turn, nothing else may follow it"
    );
}

#[test]
fn a_loss_on_time_is_an_end() {
    let record = after_setups("2g Ee2n\n2s lost\n");
    let lost = game(&record);
    assert_eq!(lost.outcome().unwrap().to_string(), "gold wins by time");
    assert_eq!(write_record(&lost), record);
    assert_eq!(
        error(&format!("{record}2s ed7s")),
        "line 5, column 4: 2s ed7s: the game is over: gold wins by time"
    );
    let goal = game(&format!("{SELF_PLAY}\n69s lost"));
    assert_eq!(goal.outcome().unwrap().reason, Reason::Goal);
}

#[test]
fn a_handicap_is_a_setup_with_fewer_pieces() {
    let handicap = "Ra1 Rb1 Rc1 Rf1 Rg1 Rh1 Ha2 Db2 Md2 Ee2 Dg2";
    let text = format!("1g {handicap}\n1s {SILVER_SETUP}\n2g Ee2n\n2s ed7s\n");
    let record: Record = text.parse().unwrap();
    assert_eq!(written(&record.game)[1..], ["Ee2n", "ed7s"]);
    assert_eq!(record.game.label().to_string(), "3g");
    check_written(&record);
    let text = format!("1g {GOLD_SETUP}\n1s ra8 ed7\n2g Ee2n\n2s takeback\n2g takeback\n");
    let record: Record = text.parse().unwrap();
    assert_eq!(record.game.label().to_string(), "1s");
    assert_eq!(record.game.moves().len(), 1);
    check_written(&record);
}

#[test]
fn pieces_may_be_placed_freely() {
    let text = "1w Ra1 Ee4 Hb3 1b rd7 ed5 1b".replace(" 1b r", "\n1b r");
    assert_eq!(
        error(&text),
        "line 2, column 12: this is `1b`, but `2g` is next"
    );
    let text = "1w Ra1 Ee4 Hb3 1b rd7 ed5 17b ed5s 18w Ra1n";
    let record: Record = text.parse().unwrap();
    assert_eq!(written(&record.game), ["ed5s", "Ra1n"]);
    assert_eq!(record.game.label().to_string(), "18s");
    check_written(&record);
    let before = |label: &str| {
        let label = label.parse().ok();
        read_record(text, label).unwrap().position().to_string()
    };
    assert!(before("1g").starts_with("g [.........."));
    assert!(before("1s").starts_with("s ["));
    assert!(before("17s").starts_with("s [...........r"));
}

#[test]
fn gold_may_pass_the_first_turn() {
    let text = after_setups("2g pass\n2s ed7s\n3g Ee2n\n");
    let record: Record = text.parse().unwrap();
    assert_eq!(written(&record.game), ["ed7s", "Ee2n"]);
    assert_eq!(write_record(&record.game), text);
    check_written(&record);
    for text in [
        "1w Ra1 Ee4 1b rd7 ed5 2w pass pass 2b ed5s",
        "1w Ra1 Ee2 1b rd7 2w pass 2b takeback 2w Ee2n",
        "1w Ra1 1b rd7 9w takeback 1b ra7 5b",
    ] {
        check_written(&text.parse().unwrap());
    }
    assert_eq!(
        error("1w Ra1 1b rd7 2w pass 9b rd7s"),
        "line 1, column 23: this is `9b`, but `2s` is next"
    );
}

#[test]
fn setups_that_no_board_can_have_are_refused() {
    for (record, message) in [
        (
            after_setups("").replace("Ha2", "Ra2"),
            "line 1, column 36: 1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ra2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2: a side sets up 8 \
             rabbits, not 9",
        ),
        (
            "1g Ra1 rb1".to_owned(),
            "line 1, column 8: 1g Ra1 rb1: rb1: gold sets up its own pieces now",
        ),
        (
            "1g Ra1 Ca1".to_owned(),
            "line 1, column 8: 1g Ra1 Ca1: Ca1: a piece has been placed on that square already",
        ),
        (
            "1g Ra3 Ea1 Eb1 Xb1".to_owned(),
            "line 1, column 16: 1g Ra3 Ea1 Eb1 Xb1: \"Xb1\" is not a placement (such as Ra1)",
        ),
        (
            "1g Ra3 Ea1 Eb1".to_owned(),
            "line 1, column 12: 1g Ra3 Ea1 Eb1: a side sets up 1 elephant, not 2",
        ),
        (
            "1g Ra1 Ec3".to_owned(),
            "line 1, column 8: 1g Ra1 Ec3: the gold elephant on c3 stands on a trap with no friendly piece beside it",
        ),
        (
            "1g Ra7 1s ra7".to_owned(),
            "line 1, column 11: 1s ra7: ra7: a piece has been placed on that square already",
        ),
    ] {
        assert_eq!(error(&record), message);
    }
    let taken = error(&format!("1g Ra7 1s {SILVER_SETUP}"));
    assert!(
        taken.ends_with("ha7: a piece has been placed on that square already"),
        "{taken}"
    );
}

#[test]
fn faults_are_where_the_wrong_word_stands() {
    for (rest, place) in [
        ("2g Ee2n Ee3n Xe4n", "line 3, column 14: "),
        ("  2g  Ee2n  Ee2n", "line 3, column 13: "),
        ("2g Ee2n 2s rd8n", "line 3, column 12: "),
        ("2g Ee2n 3s ed7s", "line 3, column 9: "),
        ("2g Ee2n ; ed7s é", "line 3, column 16: "),
        ("2g Ee2n Ee3s", "line 3, column 4: "),
    ] {
        let message = error(&after_setups(rest));
        assert!(message.starts_with(place), "{message}");
    }
}

#[test]
fn real_records_are_written_as_they_read() {
    check_written(&SELF_PLAY.parse().unwrap());
    for played in data::games() {
        let lines = played
            .moves
            .iter()
            .map(|(label, text)| format!("{label} {text}"));
        let text = format!("Event: random game {}\n", played.number)
            + &lines.collect::<Vec<_>>().join("\n");
        check_written(&text.parse().unwrap());
    }
}

/// A change to a record: words are dropped, doubled, exchanged, or replaced by others.
#[derive(Clone, Debug)]
enum Change {
    Drop(prop::sample::Index),
    Double(prop::sample::Index),
    Exchange(prop::sample::Index, prop::sample::Index),
    Replace(prop::sample::Index, String),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    let word = prop_oneof![
        prop::sample::select(vec![
            "takeback",
            "resigns",
            "lost",
            "pass",
            "1g",
            "1w",
            "2g",
            "12b",
            "3s",
            ";",
            "\n",
            "#",
            "Notes:",
            "Gold: Ada",
            "Ra1",
            "Ee4",
            "rc3x",
            "é",
            "1",
            "g",
            "\t",
            "\r\n",
            "4294967295s",
            "Ra1;",
            "x:",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    prop_oneof![
        at().prop_map(Change::Drop),
        at().prop_map(Change::Double),
        (at(), at()).prop_map(|(one, other)| Change::Exchange(one, other)),
        (at(), word).prop_map(|(at, word)| Change::Replace(at, word)),
    ]
}

/// The words of the first moves of a real game, blanks and line ends among them.
fn words_of_a_record(moves: usize) -> Vec<String> {
    let text: Vec<&str> = SELF_PLAY.lines().skip(1).take(moves).collect();
    let text = format!("Gold: Ada\nNotes: none\n{}\n", text.join("\n"));
    text.split_inclusive([' ', '\n'])
        .map(str::to_owned)
        .collect()
}

fn changed(moves: usize, changes: &[Change]) -> String {
    let mut words = words_of_a_record(moves);
    for change in changes {
        match change {
            Change::Drop(at) => drop(words.remove(at.index(words.len()))),
            Change::Double(at) => {
                let at = at.index(words.len());
                words.insert(at, words[at].clone());
            }
            Change::Exchange(one, other) => {
                let (one, other) = (one.index(words.len()), other.index(words.len()));
                words.swap(one, other);
            }
            Change::Replace(at, word) => {
                let at = at.index(words.len());
                words[at] = format!("{word} ");
            }
        }
    }
    words.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn changed_records_never_panic_and_are_written_as_they_read(
        moves in 1_usize..20,
        changes in prop::collection::vec(change(), 0..5),
    ) {
        let text = changed(moves, &changes);
        match text.parse::<Record>() {
            Ok(record) => check_written(&record),
            Err(error) => {
                prop_assert!(error.line <= text.lines().count().max(1));
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!(error.column <= line.chars().count().max(1), "{}", error);
            }
        }
    }

    #[test]
    fn tags_are_written_as_they_read(
        lines in prop::collection::vec("[^\n\r]{0,12}|(Gold|Notes|é)[: ]{1,2}.{0,8}", 0..6),
    ) {
        let text = format!("{}\n1g {GOLD_SETUP}", lines.join("\n"));
        if let Ok(record) = text.parse::<Record>() {
            check_written(&record);
        }
    }
}
