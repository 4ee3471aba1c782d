//! Game records as people keep them, and what a reader is told about a text that is wrong.

use loxodon::rules::Label;
use loxodon::rules::notation::{read_diagram, read_record, write_record};
use loxodon::rules::{Game, Position, Reason, Setup};
use loxodon::types::Side;

const GOLD_SETUP: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
const SILVER_SETUP: &str = "ha7 db7 cc7 ed7 me7 cf7 dg7 hh7 ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8";

/// A record that begins with both setups.
fn after_setups(rest: &str) -> String {
    format!("1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n{rest}")
}

fn label(number: u32, side: Side) -> Label {
    Label { number, side }
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// The message of a record that is wrong.
fn record_error(record: &str) -> String {
    read_record(record, None).unwrap_err().to_string()
}

/// The message of a turn that is wrong in the position.
fn turn_error(position: &str, turn: &str) -> String {
    let position: Position = position.parse().unwrap();
    position.read_turn(turn).unwrap_err().to_string()
}

#[test]
fn takeback_takes_the_last_move_back() {
    let record = after_setups("2g Ee2n\n2s ed7s\n3g Ee3n\n3s takeback\n3g Ee3e\n3s ed6s\n");
    let game = read_record(&record, None).unwrap();
    let expected = after_setups("2g Ee2n\n2s ed7s\n3g Ee3e\n3s ed6s\n");
    assert_eq!(write_record(&game), expected);
    assert_eq!(game.label(), label(4, Side::Gold));
}

#[test]
fn takebacks_go_back_to_the_first_setup() {
    let record = after_setups("2g Ee2n\n2s takeback\n2g takeback\n1s takeback\n");
    let game = read_record(&record, None).unwrap();
    assert!(game.is_setting_up());
    assert_eq!(game.label(), Label::FIRST);
    assert_eq!(
        record_error(&format!("{record}1g takeback")),
        "line 7, column 1: there is no move to take back"
    );
}

#[test]
fn taking_back_the_winning_move_goes_on_with_the_game() {
    let start = position("g [........R.......................................r......r........]");
    let mut game = Game::from_position(start);
    game.play_text("Ra7n").unwrap();
    assert_eq!(game.outcome().map(|end| end.reason), Some(Reason::Goal));
    assert!(game.play_text("rd2s").is_err());
    game.take_back();
    assert_eq!(game.outcome(), None);
    game.play_text("Ra7e").unwrap();
}

#[test]
fn resigning_ends_the_game_for_the_one_whose_turn_it_is() {
    let record = after_setups("2g Ee2n\n2s resigns\n");
    let game = read_record(&record, None).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.to_string(), "gold wins by resignation");
    assert_eq!(write_record(&game), record);
    assert_eq!(
        record_error(&after_setups("2g Ee2n\n2s resigns\n2s ed7s\n")),
        "line 5, column 4: 2s ed7s: the game is over: gold wins by resignation"
    );
}

#[test]
fn older_records_name_the_sides_white_and_black() {
    let older = format!("1w {GOLD_SETUP}\n1b {SILVER_SETUP}\n2w Ee2n\n2b ed7s\n3w\n");
    let game = read_record(&older, None).unwrap();
    assert_eq!(write_record(&game), after_setups("2g Ee2n\n2s ed7s\n"));
    assert_eq!(game.label().to_string(), "3g");
}

#[test]
fn what_stands_before_and_between_the_moves_is_passed_over() {
    let record = format!(
        "event: a friendly game\n\n1g {GOLD_SETUP}\n# gold is ready\n\n1s {SILVER_SETUP}\n  2g Ee2n  \n"
    );
    let game = read_record(&record, None).unwrap();
    assert_eq!(game.moves().len(), 3);
}

#[test]
fn reading_stops_before_the_move_asked_for() {
    let record = after_setups("2g Ee2n\n2s ed7s\n3g this is never read\n");
    let game = read_record(&record, Some(label(3, Side::Gold))).unwrap();
    assert_eq!(game.moves().len(), 4);
    let after_the_last = read_record(&after_setups("2g Ee2n\n"), Some(label(2, Side::Silver)));
    assert_eq!(after_the_last.unwrap().moves().len(), 3);
    let never = read_record(&after_setups("2g Ee2n\n"), Some(label(9, Side::Gold)));
    assert_eq!(
        never.unwrap_err().to_string(),
        "line 3, column 1: the record ends at 2s, it has no position before 9g"
    );
}

#[test]
fn a_position_asked_for_is_that_of_the_game_as_finally_played() {
    for (rest, wanted, last_played) in [
        // One turn is replaced, before and after the move asked for.
        ("2g Ee2n\n2s takeback\n2g Md2n\n2s ed7s\n", "2s", "Md2n"),
        (
            "2g Md2n\n2s ed7s\n3g takeback\n2s ed7s ed6s\n3g Md3n\n",
            "2s",
            "Md2n",
        ),
        // Several turns are replaced.
        (
            "2g Ee2n\n2s ed7s\n3g Ee3n\n3s takeback\n3g takeback\n2s takeback\n2g Md2n\n2s me7s\n3g Md3n\n",
            "2s",
            "Md2n",
        ),
        (
            "2g Ee2n\n2s ed7s\n3g Ee3n\n3s takeback\n3g takeback\n2s takeback\n2g Md2n\n2s me7s\n3g Md3n\n",
            "3g",
            "me7s",
        ),
        // The record ends with the turn that was played instead.
        ("2g Ee2n\n2s takeback\n2g Md2n\n", "2s", "Md2n"),
        // The turn asked for is taken back and never replaced.
        ("2g Md2n\n2s ed7s\n3g takeback\n", "2s", "Md2n"),
        // Before the move instead of which a player resigned, the game goes on.
        ("2g Md2n\n2s resigns\n", "2s", "Md2n"),
    ] {
        let wanted = wanted.parse().unwrap();
        let game = read_record(&after_setups(rest), Some(wanted)).unwrap();
        assert_eq!(game.label(), wanted, "{rest}");
        assert_eq!(game.written_moves().last().unwrap(), last_played, "{rest}");
        assert_eq!(game.outcome(), None, "{rest}");
    }
}

#[test]
fn a_position_that_was_taken_back_for_good_is_not_reached() {
    let record = after_setups("2g Ee2n\n2s ed7s\n3g takeback\n2s takeback\n");
    let error = read_record(&record, Some(label(2, Side::Silver))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 6, column 1: the record ends at 2g, it has no position before 2s"
    );
}

#[test]
fn records_say_which_line_is_wrong() {
    assert_eq!(
        record_error("no game here\n"),
        "line 1, column 1: there is no move in the record; a line such as `1g Ra1 Rb1 …` is needed"
    );
    assert_eq!(
        record_error(&after_setups("2s ed7s\n")),
        "line 3, column 1: this is `2s`, but `2g` is next"
    );
    assert_eq!(
        record_error(&after_setups("Ee2n\n")),
        "line 3, column 1: \"Ee2n\" is no move number; `2g` is next"
    );
    assert_eq!(
        record_error(&after_setups("2g Ee2n Ee3n\n2s rd8n\n")),
        "line 4, column 4: 2s rd8n: rd8n: the board ends there"
    );
}

#[test]
fn positions_say_what_is_wrong_with_them() {
    let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    let empty = ".".repeat(64);
    for text in ["g rrr", "g [rrr]", "g \"rrr\""] {
        assert_eq!(
            error(text),
            "the board has 3 squares, 64 are needed (a8 to h8, ... a1 to h1), as in `g [rrrr...RRRR]`"
        );
    }
    assert_eq!(
        error("g \"rrr"),
        "`\"` is needed after the 64 squares, and nothing may follow it"
    );
    assert_eq!(
        error(&format!("p [{empty}]")),
        "the side to move is \"p\", `g` or `s` is needed"
    );
    assert_eq!(
        error(&format!("g [q{}]", &empty[1..])),
        "'q' on a8 is no piece (RCDHME, rcdhme) and no empty square (space . x X *)"
    );
    assert_eq!(
        error(&format!("g [EE{}]", &empty[2..])),
        "gold has 2 elephants, at most 1 can be"
    );
    assert_eq!(
        error(&format!("g [{}c{}]", &empty[..18], &empty[19..])),
        "the silver cat on c6 stands on a trap with no friendly piece beside it"
    );
}

#[test]
fn turns_say_which_step_breaks_which_rule() {
    let start = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
    assert_eq!(
        turn_error(start, "Ee2n Ee3"),
        "\"Ee3\" is not a step (such as Ee2n) nor a capture (such as Rc3x)"
    );
    assert_eq!(
        turn_error(start, "Md2n Ee3n"),
        "Ee3n: there is no piece on e3"
    );
    assert_eq!(
        turn_error(start, "Ed2n"),
        "Ed2n: there is a gold camel on d2"
    );
    assert_eq!(turn_error(start, "Ra1n"), "Ra1n: a gold horse stands on a2");
    assert_eq!(turn_error(start, ""), "a turn has one step at least");
    assert_eq!(
        turn_error(start, "Ee2n Ee3s"),
        "the turn does not change the position"
    );
    assert_eq!(
        turn_error(start, "Ee2n Ee3n Ee4n Ee5n Ee6e"),
        "Ee6e: a turn has four steps at most"
    );
    assert_eq!(
        turn_error(start, "Ha2n Ha3n Ha3x"),
        "Ha3x: no such piece is captured here"
    );
    // A silver camel beside a gold horse that stands alone, and beside gold's elephant.
    let contact = "g [r.......................H.......mE......R.......................]";
    assert_eq!(
        turn_error(contact, "Ha5n"),
        "Ha5n: the gold horse is frozen"
    );
    assert_eq!(
        turn_error(contact, "Ra3s"),
        "Ra3s: rabbits can't step backward"
    );
    assert_eq!(
        turn_error(contact, "ra8e"),
        "ra8e: the silver rabbit can be neither pushed nor pulled there: no stronger enemy is in place"
    );
}

#[test]
fn setups_say_which_piece_is_wrong() {
    let error = |text: &str| Setup::read(Side::Gold, text).unwrap_err().to_string();
    assert_eq!(error("Ra1 Rb"), "\"Rb\" is not a placement (such as Ra1)");
    assert_eq!(error("Ra1 rb1"), "rb1: gold sets up its own pieces now");
    assert_eq!(error("Ra3"), "Ra3: gold sets up on ranks 1 and 2 only");
    assert_eq!(
        error("Ra1 Ca1"),
        "Ca1: a piece has been placed on that square already"
    );
    assert_eq!(error("Ra1"), "a side sets up 8 rabbits, not 1");
}

#[test]
fn diagrams_say_which_line_is_wrong() {
    let error = |text: &str| read_diagram(text).unwrap_err().to_string();
    assert_eq!(
        error("8| r r r r r r r r |"),
        "line 1, column 1: a move number with its side, such as `12s`, must stand above the board"
    );
    assert_eq!(
        error("12s Ee2n\n"),
        "line 1, column 5: a position in the middle of a turn can't be read, only one at its start"
    );
    assert_eq!(
        error("12s\n +-----------------+\n8| r r r r r r r |\n"),
        "line 3, column 18: rank 8 is needed here, such as `8| r r r r . r r r |`"
    );
}
