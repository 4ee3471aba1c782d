//! What controllers and apps send beyond the protocol's letter, in sessions with the real binary.

mod driver;

use driver::{Engine, assert_error};

#[test]
fn a_byte_order_mark_may_stand_before_the_first_message() {
    let mut engine = Engine::start();
    engine.send("\u{feff}aei");
    assert_eq!(engine.expect("aeiok").len(), 5);
    engine.quit_well();
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
