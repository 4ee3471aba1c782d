//! Wins within the turn: every line found is legal, does what it says and is as short as any, and none is missed.

use std::time::{Duration, Instant};

use loxodon::rules::{Position, Turn};
use loxodon::tactics::{elimination, goal, immobilization};
use rayon::prelude::*;

use crate::brute::{self, Fewest};
use crate::positions::Sort;

/// A way to win, with what knows it and the brute force's answer.
struct Question {
    name: &'static str,
    line: fn(&Position) -> Option<Turn>,
    achieved: fn(&Position) -> bool,
    fewest: fn(&Fewest) -> Option<usize>,
}

const QUESTIONS: [Question; 3] = [
    Question {
        name: "goal",
        line: goal::line,
        achieved: brute::achieves_goal,
        fewest: |fewest| fewest.goal,
    },
    Question {
        name: "elimination",
        line: elimination::line,
        achieved: brute::eliminates,
        fewest: |fewest| fewest.elimination,
    },
    Question {
        name: "immobilization",
        line: immobilization::line,
        achieved: brute::immobilizes,
        fewest: |fewest| fewest.immobilization,
    },
];

/// How the answers to one question compare over many positions.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Lines found, by their number of steps.
    found: [usize; 5],
    none: usize,
    missed: usize,
    false_alarms: usize,
    too_long: usize,
    time: Duration,
    longest: Duration,
}

impl Tally {
    fn plus(mut self, other: &Self) -> Self {
        for (sum, count) in self.found.iter_mut().zip(other.found) {
            *sum += count;
        }
        self.none += other.none;
        self.missed += other.missed;
        self.false_alarms += other.false_alarms;
        self.too_long += other.too_long;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self
    }

    fn count(&mut self, question: &Question, position: &Position, fewest: &Fewest) {
        let begin = Instant::now();
        let line = (question.line)(position);
        let time = begin.elapsed();
        self.time += time;
        self.longest = self.longest.max(time);
        let expected = (question.fewest)(fewest);
        let wrong = match (&line, expected) {
            (None, None) => {
                self.none += 1;
                None
            }
            (None, Some(_)) => Some(&mut self.missed),
            (Some(line), _) if !achieves(position, line, question.achieved) => {
                Some(&mut self.false_alarms)
            }
            (Some(_), None) => Some(&mut self.false_alarms),
            (Some(line), Some(steps)) if line.len() != steps => Some(&mut self.too_long),
            (Some(line), Some(_)) => {
                self.found[line.len()] += 1;
                None
            }
        };
        if let Some(count) = wrong {
            *count += 1;
            println!(
                "{}: {line:?}, not {expected:?} steps, in {position} with {} left and {:?} open",
                question.name,
                position.steps_left(),
                position.pending()
            );
        }
    }

    fn is_right(&self) -> bool {
        self.missed + self.false_alarms + self.too_long == 0
    }
}

/// Whether the line is legal step by step, may end there, and does what it should.
fn achieves(position: &Position, line: &Turn, achieved: fn(&Position) -> bool) -> bool {
    let mut after = *position;
    for &step in line {
        if !after.legal_steps().contains(step) {
            return false;
        }
        after.play(step);
    }
    after.can_end_turn() && achieved(&brute::ended(&after))
}

/// Asks all questions in `count` positions of each sort.
fn compare(count: usize, seed: u64) {
    let mut totals = [Tally::default(); QUESTIONS.len()];
    for sort in Sort::ALL {
        let positions = sort.positions(count, seed);
        let begin = Instant::now();
        let tallies = positions
            .par_iter()
            .map(|position| {
                let fewest = Fewest::of(position);
                let mut tallies = [Tally::default(); QUESTIONS.len()];
                for (tally, question) in tallies.iter_mut().zip(&QUESTIONS) {
                    tally.count(question, position, &fewest);
                }
                tallies
            })
            .reduce(<[Tally; QUESTIONS.len()]>::default, |one, other| {
                sum(&one, &other)
            });
        println!("{sort:?}: {count} positions in {:.1?}", begin.elapsed());
        print(&tallies, count);
        totals = sum(&totals, &tallies);
    }
    println!("All: {} positions", Sort::ALL.len() * count);
    print(&totals, Sort::ALL.len() * count);
    assert!(totals.iter().all(Tally::is_right));
    // The comparison says something only where there is something to find.
    assert!(
        totals
            .iter()
            .all(|tally| tally.found.iter().sum::<usize>() > count / 20)
    );
}

fn sum(
    one: &[Tally; QUESTIONS.len()],
    other: &[Tally; QUESTIONS.len()],
) -> [Tally; QUESTIONS.len()] {
    std::array::from_fn(|index| one[index].plus(&other[index]))
}

fn print(tallies: &[Tally], count: usize) {
    for (question, tally) in QUESTIONS.iter().zip(tallies) {
        println!(
            "  {}: found in 0 to 4 steps {:?}, none {}, missed {}, false alarms {}, too long {}; {:.0?} each, {:.0?} at most",
            question.name,
            tally.found,
            tally.none,
            tally.missed,
            tally.false_alarms,
            tally.too_long,
            tally.time / count as u32,
            tally.longest
        );
    }
}

#[test]
fn agrees_with_brute_force() {
    compare(500, 1);
}

#[test]
#[ignore = "takes minutes: run it with --release, --ignored and --nocapture"]
fn agrees_with_brute_force_in_many_positions() {
    compare(4000, 2);
}
