//! The openings that the project keeps, and the command that makes them.

use std::collections::HashSet;
use std::process::Command;

use loxodon::rules::notation::board_string;
use loxodon::rules::{Game, Move};

const OPENINGS: &str = include_str!("../../positions/openings.tsv");
const COLUMNS: &str = "id\tside\tboard\tturns\tscore\trecord";

#[test]
fn every_opening_replays_to_its_board() {
    let mut lines = OPENINGS.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    let (mut ids, mut boards, mut setups) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut sides = [0, 0];
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[id, side, board, turns, score, record] = &fields[..] else {
            panic!("{line} has six columns");
        };
        let mut game = Game::new();
        for text in record.split(" ; ") {
            game.play_text(text)
                .unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
        }
        assert_eq!(game.outcome(), None, "{id}");
        let position = game.position();
        assert_eq!(position.side_to_move().letter().to_string(), side, "{id}");
        assert_eq!(board_string(position.board()), board, "{id}");
        assert_eq!(
            game.moves().len() - 2,
            turns.parse::<usize>().unwrap(),
            "{id}"
        );
        assert!((4..=8).contains(&(game.moves().len() - 2)), "{id}");
        assert_eq!(position.board().occupied().len(), 32, "{id}");
        assert!(score.parse::<i32>().unwrap().abs() <= 40, "{id}");
        let written: Vec<String> = game.written_moves().collect();
        assert_eq!(written.join(" ; "), record, "{id}");
        assert!(ids.insert(id), "{id} occurs once");
        assert!(boards.insert((side, board)), "{id} is distinct");
        let mirrored = board_string(&position.board().mirror_files());
        assert!(
            !boards.contains(&(side, mirrored.as_str())) || mirrored == board,
            "{id} is no mirror image"
        );
        for played in game.moves() {
            if let Move::Setup(setup) = played {
                setups.insert(*setup);
            }
        }
        sides[position.side_to_move().index()] += 1;
    }
    assert!(ids.len() >= 1000);
    assert!(setups.len() >= 200, "{} setups", setups.len());
    assert!(sides.iter().all(|&count| count >= 200), "{sides:?}");
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let openings = |threads: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
            .args(["openings", "--count", "5", "--nodes", "500"])
            .args(["--judge-nodes", "1000", "--threads", threads])
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let one = openings("1");
    assert_eq!(one.lines().count(), 6);
    assert_eq!(one, openings("2"));
}
