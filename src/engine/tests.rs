use std::collections::HashSet;

use super::*;
use crate::types::Score;

use crate::rules::Board;
use crate::types::Side;

const OPENING: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

fn opening() -> Position {
    OPENING.parse().unwrap()
}

fn small_engine() -> Engine {
    let options = Options {
        hash_mib: 16,
        ..Options::default()
    };
    Engine::new(options).unwrap()
}

fn search(position: Position, limits: Limits) -> (Game, Report) {
    let mut engine = small_engine();
    engine.set_position(position);
    let report = engine.prepare(limits).run(&mut ());
    (engine.game.clone(), report)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    let (_, first) = search(opening(), depth(6));
    let (_, second) = search(opening(), depth(6));
    assert_eq!(first.last.nodes, second.last.nodes);
    assert_eq!(first.best, second.best);
}

#[test]
fn a_new_game_forgets_what_was_learnt() {
    let mut engine = small_engine();
    let search = |engine: &mut Engine| {
        engine.set_position(opening());
        let first = engine.prepare(depth(6)).run(&mut ());
        let again = engine.prepare(depth(6)).run(&mut ());
        assert!(again.last.nodes < first.last.nodes, "the table was kept");
        first
    };
    let first = search(&mut engine);
    engine.new_game();
    let second = search(&mut engine);
    assert_eq!(first.last.nodes, second.last.nodes);
}

#[test]
fn a_goal_is_found_and_the_nearest_is_played() {
    let position = Position::new(Board::with_pieces("Rc7 Ec4 ra8 rh8 eh4"), Side::Gold);
    let (mut game, report) = search(position, depth(4));
    assert_eq!(report.last.lines[0].score, Score::win_in(1));
    game.play(report.best.unwrap()).unwrap();
    assert!(game.outcome().is_some());
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_legal_turn() {
    let mut engine = Engine::new(Options::default()).unwrap();
    engine.set_position(opening());
    let search = engine.prepare(Limits::default());
    search.stop_flag().stop();
    let best = search.run(&mut ()).best.unwrap();
    engine.game.clone().play(best).unwrap();
}

#[test]
fn several_lines_lead_to_different_boards() {
    for steps in [5, 8] {
        let limits = Limits {
            multi_pv: 5.try_into().unwrap(),
            ..depth(steps)
        };
        let (game, report) = search(opening(), limits);
        let lines = report.last.lines;
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
        let boards: HashSet<u64> = lines
            .iter()
            .map(|line| game.position().after_turn(&line.turns[0]).board_key())
            .collect();
        assert_eq!(boards.len(), 5);
    }
}

#[test]
fn several_threads_find_a_legal_turn() {
    let mut engine = Engine::new(Options {
        threads: 3,
        ..Options::default()
    })
    .unwrap();
    engine.set_position(opening());
    let report = engine.prepare(depth(6)).run(&mut ());
    assert_eq!(report.last.depth, 6);
    engine.game.clone().play(report.best.unwrap()).unwrap();
}

#[test]
fn a_node_limit_is_kept() {
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    let (_, report) = search(opening(), limits);
    assert!(
        (10_000..11_000).contains(&report.last.nodes),
        "{}",
        report.last.nodes
    );
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let decided = Position::new(Board::with_pieces("Ra8 rb5"), Side::Silver);
    let (_, report) = search(decided, depth(4));
    assert_eq!(report.best, None);
}

/// Returns an engine in a game that both sides have just set up for.
fn after_setups(seed: u64) -> Engine {
    let mut engine = small_engine();
    engine
        .set_options(Options {
            seed: Some(seed),
            ..*engine.options()
        })
        .unwrap();
    for setup in [
        "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2",
        "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7",
    ] {
        engine.play(setup).unwrap();
    }
    engine
}

/// Gold's first turn.
fn first_turn(seed: u64) -> String {
    let mut engine = after_setups(seed);
    let limits = engine.vary(depth(4));
    let best = engine.prepare(limits).run(&mut ()).best.unwrap();
    engine.game.write_move(&best)
}

#[test]
fn first_turns_vary_by_the_seed() {
    let turns: Vec<String> = (0..24).map(first_turn).collect();
    let different: HashSet<&String> = turns.iter().collect();
    assert!(different.len() > 4, "{turns:?}");
    assert_eq!(first_turn(7), turns[7]);
}

/// Returns the nodes of a new engine's search of the same position.
fn nodes_of_new_engine(engine: &Engine, limits: &Limits) -> u64 {
    let (_, report) = search(*engine.game().position(), limits.clone());
    report.last.nodes
}

#[test]
fn a_search_under_noise_leaves_nothing_to_the_next_game() {
    let mut engine = after_setups(1);
    let limits = engine.vary(depth(9));
    engine.prepare(limits).run(&mut ());
    engine.set_position(opening());
    let report = engine.prepare(depth(9)).run(&mut ());
    let fresh = nodes_of_new_engine(&engine, &depth(9));
    assert_eq!(report.last.nodes, fresh);
}

#[test]
fn a_search_under_noise_leaves_nothing_to_one_without() {
    let mut engine = after_setups(1);
    let fresh = nodes_of_new_engine(&engine, &depth(8));
    let limits = engine.vary(depth(8));
    let noisy = engine.prepare(limits.clone()).run(&mut ());
    assert_ne!(noisy.last.nodes, fresh, "there is noise");
    let again = engine.prepare(limits).run(&mut ());
    assert!(again.last.nodes < noisy.last.nodes, "the same noise is met");
    let plain = engine.prepare(depth(8)).run(&mut ());
    assert_eq!(plain.last.nodes, fresh);
}

#[test]
fn only_the_first_turns_after_the_setups_vary() {
    assert!(small_engine().vary(depth(4)).eval_noise.is_some());
    let mut engine = after_setups(1);
    for turn in ["Ee2n", "ed7s", "Ee3n", "ed6s"] {
        assert!(engine.vary(depth(4)).eval_noise.is_some());
        engine.play(turn).unwrap();
    }
    assert_eq!(engine.vary(depth(4)).eval_noise, None);
    engine.set_position(opening());
    assert_eq!(engine.vary(depth(4)).eval_noise, None);
}

#[test]
fn a_search_for_a_setup_that_is_stopped_at_once_has_one() {
    let mut engine = small_engine();
    let search = engine.prepare(Limits::default());
    search.stop_flag().stop();
    let report = search.run(&mut ());
    assert!(report.last.lines.is_empty());
    engine.game.play(report.best.unwrap()).unwrap();
}

#[test]
fn a_setup_is_drawn_only_when_it_is_time_for_one() {
    let mut engine = small_engine();
    for _ in 0..2 {
        let setup = engine.draw_setup().unwrap();
        engine.game.play(Move::Setup(setup)).unwrap();
    }
    assert_eq!(engine.draw_setup(), None);
}

/// Silver's score is its own, not gold's.
#[test]
fn a_setup_is_worth_what_follows_it() {
    for setups in 0..2 {
        let mut engine = small_engine();
        for _ in 0..setups {
            let setup = engine.draw_setup().unwrap();
            engine.game.play(Move::Setup(setup)).unwrap();
        }
        let side = engine.game.side_to_move();
        let report = engine.prepare(depth(2)).run(&mut ());
        let line = &report.last.lines[0];
        assert_eq!(line.setups.len(), 2 - setups);
        let (_, followed) = search(line.after_setups(engine.game.position()), depth(2));
        let score = followed.last.lines[0].score;
        let expected = if side == Side::Gold { score } else { -score };
        assert_eq!(line.score, expected);
    }
}
