//! Whoever serialises positions of games gets the texts that people write, and reads them back.

use std::fmt::Debug;

use loxodon::clock::TimeControl;
use loxodon::rules::notation::Token;
use loxodon::rules::{Board, Label, Outcome, Reason, Setup, Step, Turn};
use loxodon::types::{Bitboard, Direction, Kind, Piece, Score, Side, Square};
use serde_json::{Value, from_value, json, to_value};

/// Asserts that a value is serialised like this and read back.
#[track_caller]
fn check<T>(value: &T, written: &Value)
where
    T: Debug + PartialEq + serde::Serialize + serde::de::DeserializeOwned,
{
    assert_eq!(&to_value(value).unwrap(), written);
    assert_eq!(&from_value::<T>(written.clone()).unwrap(), value);
}

#[test]
fn words_are_serialised_as_they_are_written() {
    let horse = Piece::new(Side::Silver, Kind::Horse);
    check(&Square::C6, &json!("c6"));
    check(&Side::Gold, &json!("gold"));
    check(&Kind::Camel, &json!("camel"));
    check(&horse, &json!("silver horse"));
    check(&Direction::North, &json!("north"));
    check(&Score(-12), &json!(-12));
    check(&Bitboard(5), &json!(5));
    check(&Token::Capture(horse, Square::F3), &json!("hf3x"));
    let outcome = Outcome {
        winner: Side::Gold,
        reason: Reason::Goal,
    };
    check(&outcome, &json!({"winner": "gold", "reason": "goal"}));
}

#[test]
fn boards_and_turns_are_serialised_as_they_are_written() {
    let board = "[rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    let control = "15s/1:30/100/0/90t";
    check(&board.parse::<Board>().unwrap(), &json!(board));
    check(&setup.parse::<Setup>().unwrap(), &json!(setup));
    check(&"e2n".parse::<Step>().unwrap(), &json!("e2n"));
    check(&"e2n e3n".parse::<Turn>().unwrap(), &json!("e2n e3n"));
    check(&"12s".parse::<Label>().unwrap(), &json!("12s"));
    let parsed: TimeControl = control.parse().unwrap();
    check(&parsed, &json!(parsed.to_string()));
}

#[test]
fn what_is_wrong_is_refused() {
    assert!(from_value::<Square>(json!("i9")).is_err());
    let error = from_value::<Board>(json!("[rrr]")).unwrap_err().to_string();
    assert!(error.contains("64 are needed"), "{error}");
}
