//! The search, against the rules and by what a player would expect of it.

mod data;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use loxodon::clock::Budget;
use loxodon::engine::{Engine, Options, Report};
use loxodon::rules::match_score::{winner_by_score, winner_if_halted};
use loxodon::rules::notation::{board_string, read_board};
use loxodon::rules::{Game, Move, Position, Reason, outcome};
use loxodon::search::Limits;
use loxodon::types::{Score, Side};

use data::{side, table};

fn search(game: &Game, limits: Limits) -> Report {
    search_with(1, game, limits)
}

fn search_with(threads: u64, game: &Game, limits: Limits) -> Report {
    let mut engine = Engine::new(Options {
        hash_mib: 1,
        threads,
        ..Options::default()
    })
    .unwrap();
    engine.set_game(game.clone());
    engine.prepare(limits).run(&mut ())
}

fn depth(steps: u32) -> Limits {
    Limits {
        depth: Some(steps),
        ..Limits::default()
    }
}

/// A depth to which the root's turns are searched step by step, and one to which each is searched as a whole.
const STEP_BY_STEP: u32 = 4;
const TURN_BY_TURN: u32 = 7;

/// The games of the rules cases, up to the turn that is judged there.
fn games_of_rules_cases() -> Vec<(String, Game)> {
    let mut games = Vec::new();
    for row in table("rules_public.tsv") {
        let board = read_board(&row["board"]).unwrap();
        if board.occupied().is_empty() {
            continue;
        }
        let mut game = Game::from_position(Position::new(board, side(&row["side"])));
        for earlier in row["history"].split(" ; ").filter(|text| *text != "-") {
            game.play_text(earlier).unwrap();
        }
        if game.outcome().is_none() {
            games.push((row["id"].clone(), game));
        }
    }
    games
}

/// The boards to which legal turns lead, by the rules alone.
fn legal_boards(game: &Game) -> BTreeSet<String> {
    game.position()
        .distinct_turns()
        .iter()
        .map(|turn| game.position().after_turn(turn))
        .filter(|after| !game.would_repeat(after.board_key()))
        .map(|after| board_string(after.board()))
        .collect()
}

#[test]
fn all_lines_together_are_all_legal_turns() {
    let mut checked = 0;
    for (id, game) in games_of_rules_cases() {
        let legal = legal_boards(&game);
        if legal.len() > 150 {
            continue;
        }
        checked += 1;
        for (threads, steps) in [(1, STEP_BY_STEP), (1, TURN_BY_TURN), (3, TURN_BY_TURN)] {
            let limits = Limits {
                multi_pv: NonZeroUsize::new(200).unwrap(),
                ..depth(steps)
            };
            let report = search_with(threads, &game, limits);
            let found: BTreeSet<String> = report
                .last
                .lines
                .iter()
                .map(|line| board_string(game.position().after_turn(&line.turns[0]).board()))
                .collect();
            assert_eq!(found, legal, "{id}");
            assert_eq!(report.last.lines.len(), legal.len(), "{id}");
        }
    }
    assert!(checked >= 20, "{checked} cases have few turns");
}

#[test]
fn every_turn_of_whole_games_is_legal() {
    for (id, begun) in games_of_rules_cases() {
        for steps in [STEP_BY_STEP, TURN_BY_TURN] {
            let mut game = begun.clone();
            // With so few pieces games soon come to repetitions.
            for _ in 0..12 {
                if game.outcome().is_some() {
                    break;
                }
                let best = search(&game, depth(steps)).best.unwrap();
                game.play(best)
                    .unwrap_or_else(|error| panic!("{id}: {error}"));
            }
        }
    }
}

#[test]
fn a_turn_that_wins_is_found_and_scored_by_its_steps() {
    let mut goals = 0;
    for (id, game) in games_of_rules_cases() {
        let won = |text: &str| {
            let mut game = game.clone();
            let mover = game.side_to_move();
            game.play_text(text).is_ok()
                && game.outcome().is_some_and(|outcome| {
                    outcome.winner == mover && outcome.reason == Reason::Goal
                })
        };
        let shortest = game
            .position()
            .distinct_turns()
            .into_iter()
            .filter(|turn| won(&game.write_move(&Move::Turn(turn.clone()))))
            .map(|turn| turn.len())
            .min();
        let Some(steps) = shortest else {
            continue;
        };
        goals += 1;
        let report = search(&game, depth(4));
        let best = report.best.unwrap();
        let score = report.last.lines[0].score;
        assert!(
            score >= Score::win_in(steps),
            "{id}: {score}, {steps} steps"
        );
        let mut after = game.clone();
        after.play(best).unwrap();
        assert_eq!(after.outcome().unwrap().winner, game.side_to_move(), "{id}");
    }
    assert!(goals >= 10, "{goals} cases have a goal");
}

/// The horse steps back to where the turn began, and pulls the cat that freezes the rabbit after it.
#[test]
fn a_goal_is_found_by_way_of_the_first_board() {
    let position: Position = "g [.........rR....r.dcce.h..h.rr...r.H.....D..E................R...]"
        .parse()
        .unwrap();
    let report = search(&Game::from_position(position), depth(4));
    assert_eq!(report.last.lines[0].score, Score::win_in(4));
}

/// From games with another engine, which saw these goals first.
#[test]
fn a_goal_in_two_turns_that_nothing_stops_is_soon_seen() {
    for position in [
        "s [rrr....r..c...........r.....d...r.EmRe.rRd.RD.RH.RhRCMhR...C...D]",
        "g [.c.......Dr..c.rrRrrr.....EdHrD.............e.....M.......RR..RR]",
        "s [.......r...R.r...c.e....RR..r.r....r..EH.r.DRhm.Rh.R.C.C.D.....R]",
        "s [.....rr...M....cr....hrR..HEe.r...Rm.....d.R...rRrdR.DRR.RC..cC.]",
        "g [..Dccr...rrCdrrr.rRe......E...h...d....RrR....D.R.R..M.....R.CR.]",
        "g [Crc...rr...rcrhH.H.......R.M....rDre.dEr...R..m......CDR...R.R.R]",
    ] {
        let game = Game::from_position(position.parse().unwrap());
        let report = search(&game, depth(TURN_BY_TURN));
        let score = report.last.lines[0].score;
        assert!(score >= Score::win_in(12), "{position}: {score}");
    }
}

/// Quiet steps of an attack are not left out, and the turns that have to stop it count for less than four steps: with
/// neither, depth 12 doesn't see that these attacks win.
#[test]
fn an_attack_that_threatens_one_goal_after_the_other_is_seen() {
    for position in [
        "g [....dc..rD.CERrrr.d.cRhR.RrR................e...RRC.............]",
        "s [....c....rc.....D.......eR.d.....r..rrr..E..R.Rr....Cd.C.....R..]",
    ] {
        let game = Game::from_position(position.parse().unwrap());
        let report = search(&game, depth(10));
        let score = report.last.lines[0].score;
        assert!(score >= Score::win_in(20), "{position}: {score}");
    }
}

/// From games of Loxodon with itself. Step by step the tree overlooks these attacks: without the search of whole turns that
/// threaten a goal, turns are played here after which the opponent soon finds a win.
#[test]
fn an_attack_that_the_tree_overlooks_is_not_allowed() {
    let limits = || Limits {
        nodes: Some(300_000),
        ..Limits::default()
    };
    for position in [
        "s [c.......Rd.......E.r.....cDr.eRr.......r...RC.HRC....md.........]",
        "g [..c......rHr.c.rrdeD......R...rR.R...E..R...RdRr..C.Ch.......R..]",
        "s [........rrrcrrH..d.crr.rMR...e.R...R.E...RD.R.....C...DR........]",
    ] {
        let mut game = Game::from_position(position.parse().unwrap());
        let found = search(&game, limits());
        assert!(!found.last.lines[0].score.is_decided(), "{position}");
        game.play(found.best.unwrap()).unwrap();
        let score = search(&game, limits()).last.lines[0].score;
        assert!(score < Score::WON, "{position}: {score}");
    }
}

/// Whether the side to move can win a game that is halted after its turn, by the rules alone.
fn can_win_by_score(position: &Position) -> bool {
    let side = position.side_to_move();
    position
        .distinct_turns()
        .iter()
        .any(|turn| winner_if_halted(&position.after_turn(turn)) == side)
}

#[test]
fn the_last_turn_before_a_halt_is_played_for_the_score() {
    let mut judged = [0; 2];
    let boards = games_of_rules_cases().into_iter();
    let both = |(id, game): (String, Game)| {
        let of = |side| (id.clone(), Position::new(*game.position().board(), side));
        Side::ALL.map(of)
    };
    let positions = boards.flat_map(both);
    for (id, position) in
        positions.filter(|(_, position)| outcome::at_start_of_turn(position).is_none())
    {
        let limits = Limits {
            halted_after: Some(1),
            ..depth(4)
        };
        let line = &search(&Game::from_position(position), limits).last.lines[0];
        let wins = can_win_by_score(&position);
        assert!(line.score.is_decided(), "{id}: {}", line.score);
        assert_eq!(line.score > Score::ZERO, wins, "{id}: {}", line.score);
        if wins {
            let after = position.after_turn(&line.turns[0]);
            assert_eq!(winner_if_halted(&after), position.side_to_move(), "{id}");
        }
        judged[usize::from(wins)] += 1;
    }
    assert!(judged.iter().all(|&count| count > 0), "{judged:?}");
}

#[test]
fn a_halt_that_is_near_is_prepared() {
    // Gold has the stronger pieces, silver the better score: 7 x 2 + 5 cubed against 11 x 2 + 5 cubed.
    let position: Position = "g [......he.................R............r............E............]"
        .parse()
        .unwrap();
    assert_eq!(winner_by_score(position.board()), Side::Silver);
    let game = Game::from_position(position);
    for turns in 1..=3 {
        let limits = Limits {
            halted_after: Some(turns),
            ..depth(4 * turns)
        };
        let score = search(&game, limits).last.lines[0].score;
        assert!(score.is_decided(), "{turns} turns: {score}");
    }
}

#[test]
fn a_budget_of_time_is_kept() {
    let time = Duration::from_millis(200);
    for position in [
        "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
        // Goals are threatened everywhere: what stops them takes long to find.
        "s [..r.C.cH.r.cdrrRrh.dECeD.h..r..r..M...R.RD.H....R..m...R.RR.....]",
    ] {
        let game = Game::from_position(position.parse().unwrap());
        let began = Instant::now();
        let report = search(
            &game,
            Limits {
                time: Some(Budget::exactly(time)),
                ..Limits::default()
            },
        );
        // The machine may be busy with other tests.
        assert!(began.elapsed() < Duration::from_secs(2), "{position}");
        assert!(report.last.elapsed >= time, "{position}");
        assert!(report.last.depth >= 3, "{position}");
    }
}

#[test]
fn the_deepest_search_of_a_small_board_ends() {
    let board = format!("r{}R{}E", ".".repeat(54), ".".repeat(7));
    let position = Position::new(read_board(&board).unwrap(), Side::Gold);
    let report = search(
        &Game::from_position(position),
        Limits {
            nodes: Some(300_000),
            ..depth(loxodon::search::MAX_DEPTH)
        },
    );
    assert!(report.best.is_some());
}
