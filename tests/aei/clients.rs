//! What controllers and apps send beyond the protocol's letter, in sessions with the real binary.

use std::time::{Duration, Instant};

use loxodon::rules::Game;
use loxodon::types::Side;

use crate::driver::{Engine, GOLD_SETUP, SILVER_SETUP, START, assert_error, bestmove, count, game};

/// A rabbit that is about to reach its goal.
const NEAR_GOAL: &str = "g [........R..............................................r.......E]";

/// Gold can't move.
const IMMOBILE: &str = "g [r.......................................................Re......]";

/// The 64 squares of [`START`], with spaces.
fn squares() -> &'static str {
    &START[3..67]
}

/// Whether everything so far was done without a word, and gold's elephant now moves as from [`START`].
#[track_caller]
fn assert_at_start(engine: &mut Engine, what: &str) {
    engine.send("makemove Ee2n\nmakemove ed7s");
    assert_eq!(engine.answers(), Vec::<String>::new(), "{what}");
}

// Positions

#[test]
fn a_desktop_analyser_gets_a_turn_for_its_position() {
    let mut engine = Engine::open();
    engine.send("setoption name hash value 4\nnewgame");
    engine.send(&format!("setposition g \"{}\"", squares()));
    engine.send("setoption name tcmove value 1\nisready");
    assert_eq!(engine.expect("readyok"), ["readyok"]);
    game().play_text(&engine.best("go ")).unwrap();
    engine.quit_well();
}

#[test]
fn a_position_is_read_in_every_form_that_is_sent() {
    let mut engine = Engine::open();
    let dotted = squares().replace(' ', ".");
    for message in [
        format!("setposition g [{dotted}]"),
        format!("setposition g \"{dotted}\""),
        format!("setposition g \"{}\"", squares()),
        format!("setposition g '{dotted}'"),
        format!("setposition g {dotted}"),
        format!("setposition W {dotted} "),
        format!("SETPOSITION G [{}]", squares()),
        format!("\tsetposition\t \tw\t\"{dotted}\"\t"),
    ] {
        engine.send("newgame");
        engine.send(&message);
        assert_at_start(&mut engine, &message);
    }
    engine.quit_well();
}

#[test]
fn a_refused_position_leaves_the_game_before_it() {
    let refused = format!("setposition g \"{}", squares());
    let mut engine = Engine::open();
    engine.send("setoption name depth value 2");
    assert_error(
        &engine.answer(&refused),
        &["setposition", "stays as it was"],
    );
    assert_error(&engine.answer("go"), &["no game"]);
    engine.send(&format!("newgame\nmakemove {GOLD_SETUP}"));
    assert_error(
        &engine.answer(&refused),
        &["setposition", "stays as it was"],
    );
    engine.send(&format!("makemove {SILVER_SETUP}"));
    assert_error(
        &engine.answer(&refused),
        &["setposition", "stays as it was"],
    );
    game().play_text(&engine.best("go")).unwrap();
    engine.quit_well();
}

#[test]
fn words_may_be_upper_case_with_any_blanks_between() {
    let mut engine = Engine::start();
    engine.send("AEI");
    engine.expect("aeiok");
    engine.send("SETOPTION\tNAME   Depth \t VALUE\t2\nSetOption name HASH value 4");
    engine.send(&format!(
        "NewGame\nMAKEMOVE\t{GOLD_SETUP}\nMakeMove  {SILVER_SETUP}"
    ));
    engine.send("ISREADY");
    assert_eq!(engine.expect("readyok"), ["readyok"]);
    game().play_text(&engine.best("GO")).unwrap();
    engine.send("Go\tPonder\nStop");
    assert_eq!(count(&engine.answers(), "bestmove"), 1);
    engine.send("QUIT");
    assert_eq!(engine.wait().code, 0);
}

#[test]
fn a_byte_order_mark_may_stand_before_the_first_message() {
    let mut engine = Engine::start();
    engine.send("\u{feff}aei");
    assert_eq!(engine.expect("aeiok").len(), 5);
    engine.quit_well();
}

// Setups

#[test]
fn a_setup_is_the_answer_where_one_is_to_come() {
    let empty = ".".repeat(64);
    let gold = format!("{}{}", ".".repeat(48), &squares()[48..]);
    let silver = format!("{}{}", &squares()[..16], ".".repeat(48));
    let handicap = gold.replace('M', ".");
    for (position, sides) in [
        (format!("g [{empty}]"), &[Side::Gold, Side::Silver][..]),
        (format!("s [{empty}]"), &[Side::Silver, Side::Gold]),
        (format!("s [{gold}]"), &[Side::Silver]),
        (format!("s \"{handicap}\""), &[Side::Silver]),
        (format!("g {silver}"), &[Side::Gold]),
    ] {
        let mut engine = Engine::open();
        engine.send("setoption name depth value 2\nsetoption name hash value 4");
        engine.send(&format!("setposition {position}"));
        let mut game = Game::from_position(position.parse().unwrap());
        for &side in sides {
            assert!(game.is_setting_up());
            assert_eq!(game.side_to_move(), side, "{position}");
            assert_error(&engine.answer("makemove Ee2n"), &["not a placement"]);
            let setup = engine.best("go");
            assert_eq!(setup.split(' ').count(), 16, "{position}: {setup}");
            game.play_text(&setup).unwrap();
            engine.send(&format!("makemove {setup}"));
        }
        for label in ["2g", "2s", "3g"] {
            assert_eq!(game.label().to_string(), label);
            let turn = engine.best("go");
            game.play_text(&turn).unwrap();
            engine.send(&format!("makemove {turn}"));
        }
        assert_eq!(engine.answers(), Vec::<String>::new(), "{position}");
        engine.quit_well();
    }
}

#[test]
fn setups_are_made_from_a_position_that_lacks_them() {
    let gold = format!("{}{}", ".".repeat(48), &squares()[48..]);
    for (position, setups) in [
        (
            format!("g [{}]", " ".repeat(64)),
            &[GOLD_SETUP, SILVER_SETUP][..],
        ),
        (
            format!("s [{}]", " ".repeat(64)),
            &[SILVER_SETUP, GOLD_SETUP],
        ),
        (format!("s [{gold}]"), &[SILVER_SETUP]),
    ] {
        let mut engine = Engine::open();
        engine.send(&format!("setposition {position}"));
        for setup in setups {
            engine.send(&format!("makemove {setup}"));
        }
        assert_at_start(&mut engine, &position);
        engine.quit_well();
    }
}

#[test]
fn where_a_side_has_lost_all_its_pieces_there_is_no_setup() {
    let advanced = "s [...........E....................................................]";
    let mut engine = Engine::open();
    engine.send(&format!("setposition {advanced}\ngo"));
    let lines = engine.answers();
    assert_error(&lines[0], &["gold wins by elimination"]);
    assert_eq!(lines[1..], ["bestmove"]);
    engine.quit_well();
}

// Takebacks

#[test]
fn a_takeback_takes_the_last_turn_back() {
    let mut engine = Engine::in_game();
    engine.send("makemove Ee2n\nmakemove ed7s\nmakemove takeback\nmakemove takeback");
    assert_at_start(&mut engine, "both turns were taken back");
    engine.send("makemove takeback\nsetoption name depth value 2");
    let best = engine.best("go");
    let mut game = game();
    game.play_text("Ee2n").unwrap();
    game.play_text(&best).unwrap();
    engine.quit_well();
}

#[test]
fn a_takeback_takes_setups_back() {
    let mut engine = Engine::open();
    engine.send(&format!(
        "newgame\nmakemove {GOLD_SETUP}\nmakemove {SILVER_SETUP}"
    ));
    engine.send("makemove takeback\nmakemove takeback");
    let setup = engine.best("go");
    Game::new().play_text(&setup).unwrap();
    engine.send(&format!("makemove {GOLD_SETUP}\nmakemove {SILVER_SETUP}"));
    assert_at_start(&mut engine, "the setups were taken back");
    engine.quit_well();
}

#[test]
fn the_turn_that_won_is_taken_back() {
    let mut engine = Engine::open();
    engine.send("setoption name depth value 2");
    engine.send(&format!(
        "setposition {NEAR_GOAL}\nmakemove Ra7n\nmakemove takeback"
    ));
    assert_eq!(engine.best("go"), "Ra7n");
    engine.quit_well();
}

#[test]
fn without_a_turn_to_take_back_everything_stays_as_it_is() {
    let mut engine = Engine::open();
    assert_error(&engine.answer("makemove takeback"), &["no game"]);
    engine.send("newgame");
    let nothing = ["makemove takeback", "nothing has been played"];
    assert_error(&engine.answer("makemove takeback"), &nothing);
    engine.send(&format!("setposition {START}"));
    assert_error(&engine.answer("makemove takeback"), &nothing);
    engine.send("go");
    assert_error(&engine.answer_log("makemove takeback"), &nothing);
    engine.send("stop");
    game()
        .play_text(&bestmove(engine.expect("bestmove").last().unwrap()))
        .unwrap();
    assert_at_start(&mut engine, "the position has stayed");
    engine.quit_well();
}

#[test]
fn a_takeback_ends_a_search_as_a_move_does() {
    for (go, bestmoves) in [("go", 1), ("go ponder", 0)] {
        let mut engine = Engine::in_game();
        engine.send(&format!("makemove Ee2n\n{go}\nmakemove takeback"));
        let lines = engine.answers();
        assert_eq!(
            (count(&lines, "bestmove"), count(&lines, "log")),
            (bestmoves, 0),
            "{go}"
        );
        assert_at_start(&mut engine, go);
        engine.quit_well();
    }
}

// Clocks

#[test]
fn an_overdrawn_reserve_is_none() {
    let mut engine = Engine::in_game();
    engine.send("setoption name tcmove value 1\nsetoption name greserve value 3000");
    for option in [
        "greserve",
        "sreserve",
        "gused",
        "sused",
        "lastmoveused",
        "moveused",
    ] {
        engine.send(&format!("setoption name {option} value -2"));
    }
    assert_eq!(engine.answers(), Vec::<String>::new());
    let began = Instant::now();
    engine.best("go");
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    engine.quit_well();
}

// Finished games

/// In a game that is over: what is sent, and how many empty `bestmove`, errors and warnings are due.
const FINISHED: [(&str, usize, usize, usize); 13] = [
    ("stop", 0, 0, 1),
    ("go", 1, 1, 0),
    ("go\nstop", 1, 1, 1),
    ("go ponder", 0, 1, 0),
    ("go ponder\nstop", 1, 1, 0),
    ("go ponder\nstop\nstop", 1, 1, 1),
    ("go ponder\ngo", 1, 2, 0),
    ("go ponder\ngo\nstop", 1, 2, 1),
    ("go ponder\ngo ponder\nstop", 1, 2, 0),
    ("go ponder\nmakemove Ee9n\nstop", 1, 2, 0),
    ("go ponder\nsetposition x\nstop", 1, 2, 0),
    ("go ponder\nnewgame\nstop", 0, 1, 1),
    (
        "go ponder\nsetposition g [                                                      R r       ]\nstop",
        0,
        1,
        1,
    ),
];

#[test]
fn a_finished_game_has_one_empty_move_for_each_request() {
    let decided_by_a_turn = format!("{NEAR_GOAL}\nmakemove Ra7n");
    for position in [IMMOBILE, &decided_by_a_turn] {
        for (messages, bestmoves, errors, warnings) in FINISHED {
            let mut engine = Engine::open();
            engine.send(&format!("setposition {position}\n{messages}"));
            let lines = engine.answers();
            let counts = ["bestmove", "log Error", "log Warning"].map(|kind| count(&lines, kind));
            assert_eq!(
                counts,
                [bestmoves, errors, warnings],
                "{position}, {messages}: {lines:?}"
            );
            let empty = lines.iter().filter(|line| *line == "bestmove").count();
            assert_eq!(empty, bestmoves, "{messages}: {lines:?}");
            let ended = engine.quit();
            assert_eq!(
                (ended.code, count(&ended.lines, "bestmove")),
                (0, 0),
                "{messages}"
            );
        }
    }
}

#[test]
fn pondering_on_a_finished_game_ends_silently_with_a_takeback_or_a_turn() {
    for (position, next) in [
        (format!("{NEAR_GOAL}\nmakemove Ra7n"), "makemove takeback"),
        // A position that was set is played on from, however it looks.
        (
            "g [R..............................................r...............E]".to_owned(),
            "makemove Eh1n",
        ),
    ] {
        let mut engine = Engine::open();
        engine.send(&format!("setposition {position}\ngo ponder\n{next}"));
        let lines = engine.answers();
        assert_eq!(
            (count(&lines, "log"), lines.len()),
            (1, 1),
            "{next}: {lines:?}"
        );
        engine.quit_well();
    }
}

// ASCII

#[test]
fn whatever_is_quoted_is_ascii() {
    let mut engine = Engine::in_game();
    for (message, quoted) in [
        ("makemove Éé2n", r"\u{c9}\u{e9}2n"),
        ("go größer", r"gr\u{f6}\u{df}er"),
        ("stop …", r"\u{2026}"),
        ("setoption nom dépôt", r"d\u{e9}p\u{f4}t"),
        ("setoption name dépôt value 1", r"d\u{e9}p\u{f4}t"),
        ("setoption name depth value zwölf", r"zw\u{f6}lf"),
        ("setoption name tcmove value ½", r"\u{bd}"),
        ("setposition ж rrr", r"\u{436}"),
        ("setposition g «»", "2 squares"),
        ("makemove", "Ra1 Rb1 ..."),
    ] {
        let answer = engine.answer(message);
        assert!(
            answer.starts_with("log ") && answer.contains(quoted),
            "{answer}"
        );
    }
    let strange = format!("setposition g [{}]", ".".repeat(63) + "é");
    assert_error(&engine.answer(&strange), &[r"\u{e9}", "h1"]);
    engine.send("setoption name opponent value Zoë\nsetoption name event value Łódź");
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.send_bytes(b"makemove \xff\xc3\n");
    assert_error(&engine.expect("log")[0], &[r"\u{fffd}\u{fffd}"]);
    engine.send("gö");
    let ended = engine.wait();
    assert_error(ended.lines.last().unwrap(), &[r"g\u{f6}", "is no message"]);
    assert_eq!(ended.code, 1);
}
