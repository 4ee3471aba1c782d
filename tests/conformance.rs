//! The rules, against cases on which independent implementations agree (see `positions/README.md`).

mod data;

use loxodon::rules::match_score::{match_score, winner_by_score};
use loxodon::rules::notation::{board_string, read_board};
use loxodon::rules::perft::{
    count_step_sequences, count_turns, count_turns_of_two, walk_step_sequences,
};
use loxodon::rules::{Game, Position, Reason};
use loxodon::types::Side;

use data::{Row, side, table};

fn position(row: &Row) -> Position {
    Position::new(read_board(&row["board"]).unwrap(), side(&row["side"]))
}

#[test]
fn step_sequences_are_counted_right() {
    for row in table("positions_public.tsv") {
        let position = position(&row);
        for steps in 1..=4 {
            let mut start = position.with_steps_left(steps);
            let expected: u64 = row[format!("steps{steps}").as_str()].parse().unwrap();
            let id = &row["id"];
            assert_eq!(count_step_sequences(&start), expected, "{id} steps{steps}");
            assert_eq!(
                walk_step_sequences(&mut start),
                expected,
                "{id} steps{steps}"
            );
        }
    }
}

#[test]
fn distinct_turns_are_the_right_boards() {
    for row in table("positions_public.tsv") {
        let counted = count_turns(&position(&row));
        let id = &row["id"];
        assert_eq!(counted.turns.to_string(), row["turns"], "{id} turns");
        assert_eq!(
            format!("{:016x}", counted.hash),
            row["turnhash"],
            "{id} turnhash"
        );
    }
}

#[test]
fn turns_after_every_turn_are_counted_right() {
    let mut checked = 0;
    for row in table("positions_public.tsv") {
        let Ok(expected) = row["turns2"].parse::<u64>() else {
            continue;
        };
        let count = count_turns_of_two(&position(&row));
        assert_eq!(count, expected, "{}", row["id"]);
        checked += 1;
    }
    assert_eq!(checked, 12);
}

/// Plays `history`, then checks the verdict on `move`, the board after it, and the result.
fn check_verdict(row: &Row) {
    let id = &row["id"];
    let board = read_board(&row["board"]).unwrap();
    let is_setup = board.occupied().is_empty();
    let mut game = if is_setup {
        Game::new()
    } else {
        Game::from_position(position(row))
    };
    if let Some(history) = row.get("history").filter(|history| *history != "-") {
        for earlier in history.split(" ; ") {
            game.play_text(earlier)
                .unwrap_or_else(|error| panic!("{id}: {earlier}: {error}"));
        }
    }
    let before = game.position().to_string();
    match game.play_text(&row["move"]) {
        Ok(()) => {
            assert_eq!(row["verdict"], "legal", "{id}");
            assert_eq!(
                board_string(game.position().board()),
                row["board_after"],
                "{id}"
            );
            assert_eq!(result(&game), row["result"], "{id}");
        }
        Err(error) => {
            assert_eq!(row["verdict"], "illegal", "{id}: {error}");
            assert_eq!(game.position().to_string(), before, "{id}: state is kept");
        }
    }
}

/// The result as the data writes it: winner and reason, such as `gg` for gold by goal.
fn result(game: &Game) -> String {
    game.outcome().map_or("-".to_owned(), |outcome| {
        let reason = match outcome.reason {
            Reason::Goal => 'g',
            Reason::Elimination => 'e',
            Reason::Immobilization => 'm',
            Reason::Repetition => 'r',
            other => unreachable!("the board decides here, not {other}"),
        };
        format!("{}{reason}", outcome.winner.letter())
    })
}

#[test]
fn every_rule_is_judged_right() {
    let rows = table("rules_public.tsv");
    assert_eq!(rows.len(), 158);
    rows.iter().for_each(check_verdict);
}

#[test]
fn pushes_and_pulls_of_all_pairs_are_judged_right() {
    let rows = table("rules_pairs_public.tsv");
    assert_eq!(rows.len(), 72);
    rows.iter().for_each(check_verdict);
}

#[test]
fn random_turns_are_judged_right() {
    let rows = table("legality_random_public.tsv");
    assert_eq!(rows.len(), 400);
    rows.iter().for_each(check_verdict);
}

#[test]
fn match_scores_are_right() {
    let rows = table("score_cases.tsv");
    assert_eq!(rows.len(), 20);
    for row in rows {
        let board = read_board(&row["board"]).unwrap();
        let scores = Side::ALL.map(|side| match_score(&board, side).to_string());
        assert_eq!(scores[0], row["gold_score"], "{}", row["id"]);
        assert_eq!(scores[1], row["silver_score"], "{}", row["id"]);
        let winner = match row["winner"].as_str() {
            // A tie goes to the second to set up.
            "draw" => Side::Silver,
            winner => side(winner),
        };
        assert_eq!(winner_by_score(&board), winner, "{}", row["id"]);
    }
}

#[test]
fn whole_games_replay_to_their_results() {
    let games = data::games();
    assert_eq!(games.len(), 100);
    for recorded in games {
        let mut game = Game::new();
        for (label, text) in &recorded.moves {
            assert_eq!(game.label().to_string(), *label, "game {}", recorded.number);
            game.play_text(text).unwrap_or_else(|error| {
                panic!("game {}: {label} {text}: {error}", recorded.number)
            });
        }
        let outcome = game.outcome().map_or("-".to_owned(), |_| result(&game));
        assert_eq!(outcome, recorded.result, "game {}", recorded.number);
        let last = game.position();
        let last = format!(
            "{} {}",
            last.side_to_move().letter(),
            board_string(last.board())
        );
        assert_eq!(last, recorded.last, "game {}", recorded.number);
    }
}
