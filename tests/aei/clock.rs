//! The clock in sessions with the real binary: controls, reserves, time lost, and where no time is worth spending.

use std::thread;
use std::time::{Duration, Instant};

use loxodon::rules::Game;
use loxodon::rules::match_score::winner_by_score;
use loxodon::tactics::goal;
use loxodon::types::Side;

use crate::driver::{A_WHILE, Engine, GOLD_SETUP, SILVER_SETUP, START, count, game};

/// Less than any limit that these sessions set, and more than a machine at work needs for a turn without a search.
const SOON: Duration = Duration::from_secs(5);

/// What comes of something that must not take longer than that.
fn soon<T>(act: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let outcome = act();
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    outcome
}

#[test]
fn a_round_robin_keeps_its_clock() {
    let mut engine = Engine::open();
    for option in [
        "tcmove 1",
        "tcreserve 5",
        "tcpercent 100",
        "tcmax 10",
        "tcturns 80",
    ] {
        let option = option.replace(' ', " value ");
        engine.send(&format!("setoption name {option}"));
    }
    engine.send("setoption name tctotal value 0\nsetoption name tcturntime value 0\nnewgame");
    engine.send(&format!("makemove {GOLD_SETUP}\nmakemove {SILVER_SETUP}"));
    let mut game = game();
    for reserve in [5, 0] {
        for option in ["greserve", "sreserve"] {
            engine.send(&format!("setoption name {option} value {reserve}"));
        }
        engine.send("setoption name moveused value 0");
        let began = Instant::now();
        let best = engine.best("go");
        let limit = Duration::from_secs(1 + reserve);
        assert!(began.elapsed() < limit, "{:?}", began.elapsed());
        game.play_text(&best).unwrap();
        engine.send(&format!("makemove {best}"));
    }
    engine.quit_well();
}

#[test]
fn a_new_game_resets_the_reserves_and_keeps_the_control() {
    let mut engine = Engine::in_game();
    engine.send("setoption name tcreserve value 3000\nsetoption name greserve value 0");
    soon(|| engine.best("go"));
    engine.send(&format!("newgame\nsetposition {START}\ngo"));
    thread::sleep(A_WHILE * 3);
    assert_eq!(
        count(&engine.answers(), "bestmove"),
        0,
        "there is a lot of time"
    );
    engine.send("stop");
    engine.expect("bestmove");
    engine.quit_well();
}

#[test]
fn time_lost_shortens_the_turn() {
    let mut engine = Engine::in_game();
    engine.send("setoption name tcmove value 60\nsetoption name moveused value 59.5");
    soon(|| engine.best("go"));
    engine.send("makemove Ee2n\nmakemove ed7s\ngo");
    assert_eq!(
        count(&engine.answers(), "bestmove"),
        0,
        "a new turn has all its time"
    );
    engine.send("setoption name moveused value 59.9");
    soon(|| engine.expect("bestmove"));
    engine.quit_well();
}

#[test]
fn the_only_turn_is_played_at_once() {
    let mut engine = Engine::in_game();
    engine.send("setoption name tcmove value 600\nsetoption name tcmax value 1");
    engine.send("setposition g [rrr......................c......Rr..............................]");
    assert_eq!(soon(|| engine.best("go")), "Ra4n");
    engine.quit_well();
}

/// Gold has a single legal turn, so pondering can't expect another.
#[test]
fn a_position_pondered_on_takes_less_time() {
    const FORCED: &str = "g [rrr......................c......Rr..............................]";
    let mut engine = Engine::in_game();
    engine.send("setoption name tcmove value 4\nsetoption name tcpercent value 100");
    engine.send(&format!("setposition {FORCED}\ngo ponder"));
    thread::sleep(A_WHILE * 40);
    engine.send("makemove Ra4n");
    let began = Instant::now();
    engine.best("go");
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    engine.quit_well();
}

/// Silver's rabbit runs for the score and leaves gold's the way to its goal, if this is the last turn; else it may not.
#[test]
fn the_last_turn_of_a_game_is_played_for_the_score() {
    const RACE: &str = "s [...........e.....r....................R.......................HE]";
    let mut engine = Engine::in_game();
    engine.send("setoption name depth value 6");
    let mut winner_of_last_turn = |turns: u32| {
        engine.send(&format!(
            "setoption name tcturns value {turns}\nsetposition {RACE}"
        ));
        let best = engine.best("go");
        let mut game = Game::from_position(RACE.parse().unwrap());
        game.play_text(&best).unwrap();
        let gold_may_goal = goal::fewest_steps(game.position()).is_some();
        (winner_by_score(game.position().board()), gold_may_goal)
    };
    assert_eq!(winner_of_last_turn(1), (Side::Silver, true));
    let (_, gold_may_goal) = winner_of_last_turn(0);
    assert!(!gold_may_goal);
    engine.quit_well();
}
