//! The match rules' time controls: the conformance tables, the notation both ways, and whole games on the clock.

use std::fs;
use std::path::Path;
use std::time::Duration;

use loxodon::clock::{Clock, GameLimit, TimeControl};
use proptest::prelude::*;

/// The rows of a conformance table, header left out.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("positions/conformance")
        .join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

fn control(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn seconds(text: &str) -> Duration {
    Duration::from_secs(text.parse().unwrap())
}

#[test]
fn notation_is_read_as_in_the_table() {
    let rows = rows("tc_parse.tsv");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let [
            spec,
            move_time,
            reserve,
            percent,
            reserve_limit,
            game_time,
            game_turns,
            turn_limit,
            ..,
        ] = row.as_slice()
        else {
            panic!("too few columns: {row:?}");
        };
        let mut expected = TimeControl::new(seconds(move_time), seconds(reserve));
        expected.percent = percent.parse().unwrap();
        expected.set_reserve_limit(seconds(reserve_limit));
        expected.set_game_time(seconds(game_time));
        expected.set_game_turns(game_turns.parse().unwrap());
        expected.set_turn_limit(seconds(turn_limit));
        assert_eq!(control(spec), expected, "{spec}");
        assert_eq!(
            control(&expected.to_string()),
            expected,
            "{spec} printed as {expected}"
        );
    }
}

#[test]
fn reserve_changes_as_in_the_table() {
    let rows = rows("tc_update.tsv");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let [spec, before, used, after, note] = row.as_slice() else {
            panic!("not five columns: {row:?}")
        };
        let expected = (after != "lost on time").then(|| seconds(after));
        assert_eq!(
            control(spec).after_turn(seconds(before), seconds(used)),
            expected,
            "{spec}: {note}"
        );
    }
}

#[test]
fn setup_has_a_minute() {
    let control = control("0:30/2/100/0/0/90s");
    let after = |used| {
        control
            .after_setup(Duration::from_mins(2), Duration::from_secs(used))
            .map(|r| r.as_secs())
    };
    assert_eq!(after(20), Some(130), "quicker than the move time");
    assert_eq!(after(60), Some(120), "inside the minute");
    assert_eq!(
        after(75),
        Some(105),
        "the reserve pays for what is beyond the minute"
    );
    assert_eq!(after(91), None, "beyond the limit of a turn");
    let slow = "2/1".parse::<TimeControl>().unwrap();
    assert_eq!(
        slow.after_setup(seconds("60"), seconds("90")),
        Some(seconds("90")),
        "an ordinary turn"
    );
}

#[test]
fn printed_form_is_short() {
    for (spec, printed) in [
        ("0:30/5/100/3", "30s/5/100/3"),
        ("1:30/0:00/100/0/0", "1m30s/0"),
        (":30/2", "30s/2"),
        ("2.5s/60/75", "2.5s/1h/75"),
        ("1/2/100/5/1:30", "1/2/100/5/1h30m"),
        ("4/4///90t/5", "4/4/100/0/90t/5"),
        ("24h5m10s/0/0/0/60d", "1d5m10s/0/0/0/60d"),
    ] {
        assert_eq!(control(spec).to_string(), printed, "{spec}");
    }
}

#[test]
fn a_refusal_names_the_field_and_its_text() {
    for (spec, said) in [
        ("", "time control `` has 1 of the fields"),
        ("3", "time control `3` has 1 of the fields"),
        ("1/2/3/4/5/6/7", "has 7 of the fields"),
        ("/5", "move time (M) ``"),
        ("1/-5", "reserve (R) `-5`"),
        ("1/5m3", "reserve (R) `5m3`"),
        ("1/3s5m", "reserve (R) `3s5m`"),
        ("1/1:2:3", "reserve (R) `1:2:3`"),
        ("1/1.5", "reserve (R) `1.5`"),
        (
            "1/99999999999999999999",
            "reserve (R) `99999999999999999999`",
        ),
        ("1/500000000000000000000d", "reserve (R)"),
        (
            "1/5/x",
            "percentage (P) `x` of the time control is not a whole number of percent",
        ),
        ("1/5/5000", "percentage (P) `5000`"),
        ("1/5/100/é", "limit of the reserve (L) `é`"),
        ("1/5/100/5/t", "limit of the game (G) `t`"),
        ("1/5/100/5/1/1x", "limit of a turn (T) `1x`"),
    ] {
        let error = spec.parse::<TimeControl>().unwrap_err().to_string();
        assert!(error.contains(said), "{spec}: {error}");
    }
}

#[test]
fn options_for_the_game_limit_come_in_any_order() {
    let mut control = TimeControl::default();
    control.set_game_turns(80);
    control.set_game_time(Duration::ZERO);
    assert_eq!(control.game_limit(), Some(GameLimit::Turns(80)));
    control.set_game_turns(0);
    assert_eq!(control.game_limit(), None);
}

/// Plays turns that all run to a limit and answer late, under a controller that tells whole seconds of the reserve.
fn survives(spec: &str, turns: u32, late: Duration, to_hard_limit: bool) -> bool {
    let control = control(spec);
    let mut reserve = Some(control.reserve);
    for turns_played in 0..turns {
        let Some(now) = reserve else { return false };
        let clock = Clock {
            reserve: Duration::from_secs(now.as_secs()),
            turns_played,
            ..Clock::at_start(control)
        };
        let budget = clock.budget().unwrap();
        let thought = if to_hard_limit {
            budget.hard
        } else {
            budget.soft
        };
        reserve = control.after_turn(now, thought + late);
    }
    reserve.is_some()
}

#[test]
fn no_game_is_lost_on_time() {
    let late = Duration::from_millis(150);
    for spec in [
        "1s/5s/100/10s/80t",
        "1s/0/100/0/80t",
        "2s/0/0/0/80t",
        "15s/1/100/2/80t/20s",
        "0:30/5/100/3",
        "2/2",
    ] {
        assert!(
            survives(spec, 80, late, true),
            "{spec}, every turn at its hard limit"
        );
    }
    for spec in ["0/5", "0/1", "0:12/5", "1s/5s/100/10s"] {
        assert!(
            survives(spec, 100, Duration::from_millis(30), false),
            "{spec}, every turn at its soft limit"
        );
    }
}

proptest! {
    #[test]
    fn any_control_is_read_back(
        (move_time, reserve, limit, game, turn) in any::<(Duration, Duration, Duration, Duration, Duration)>(),
        percent in 0..=TimeControl::MAX_PERCENT,
        turns in prop::option::of(any::<u32>()),
    ) {
        let mut written = TimeControl::new(move_time, reserve);
        written.percent = percent;
        written.set_reserve_limit(limit);
        written.set_turn_limit(turn);
        written.set_game_time(game);
        written.set_game_turns(turns.unwrap_or_default());
        prop_assert_eq!(control(&written.to_string()), written);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9:./smhdt é-]{0,24}") {
        if let Ok(read) = text.parse::<TimeControl>() {
            prop_assert_eq!(control(&read.to_string()), read);
        }
    }
}
