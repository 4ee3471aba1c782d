//! Defence against a goal: the first steps that can stop it, against all turns that begin with each of the legal steps.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use loxodon::rules::{Pending, Position, Step, StepSet, outcome};
use loxodon::tactics::defence::{
    Defences, Threat, first_steps, holds, is_possible, visit_shortest,
};
use loxodon::tactics::goal;
use rayon::prelude::*;

use crate::brute;
use crate::positions::Sort;

/// What all the ways to end the turn say.
struct Answer {
    /// The first steps of those after which the opponent has not won and has no goal in its next turn.
    holding: StepSet,
    /// How many boards without the threat there are, those with our own goal left out, ...
    boards: usize,
    /// ... and how many of them no way reaches that begins with a defending step.
    out_of_reach: usize,
    /// How many boards there are in all, ...
    all_boards: usize,
    /// ... and how many of them are not judged as they should be.
    misjudged: usize,
}

impl Answer {
    /// The opponent's goals are looked for by the exact tactics, which have been compared with brute force themselves.
    fn of(position: &Position, defending: StepSet) -> Self {
        let mut verdicts = HashMap::new();
        let mut parried = HashSet::new();
        let mut in_reach = HashSet::new();
        let mut holding = Vec::new();
        let mut misjudged = 0;
        for step in &position.legal_steps() {
            let mut is_holding = false;
            for after in ends_after(position, step) {
                let verdict = *verdicts.entry(after.board_key()).or_insert_with(|| {
                    let verdict = Verdict::on(&after);
                    misjudged += usize::from(holds(&after) != verdict.holds);
                    verdict
                });
                is_holding |= verdict.holds;
                if verdict.parries {
                    parried.insert(after.board_key());
                    if defending.contains(step) {
                        in_reach.insert(after.board_key());
                    }
                }
            }
            if is_holding {
                holding.push(step);
            }
        }
        Self {
            holding: holding.into_iter().collect(),
            boards: parried.len(),
            out_of_reach: parried.len() - in_reach.len(),
            all_boards: verdicts.len(),
            misjudged,
        }
    }
}

/// What a board at the end of our turn means.
#[derive(Clone, Copy)]
struct Verdict {
    /// The opponent has not won and has no goal in its next turn.
    holds: bool,
    /// The opponent has no rabbit on its goal row and no goal in its next turn, and we have not reached ours.
    parries: bool,
}

impl Verdict {
    fn on(after: &Position) -> Self {
        let opponent = after.side_to_move();
        let is_home = (after.board().rabbits(opponent) & opponent.goal_row()).any();
        let threatens = is_home || goal::fewest_steps(after).is_some();
        Self {
            holds: match outcome::at_start_of_turn(after) {
                Some(outcome) => outcome.winner != opponent,
                None => !threatens,
            },
            parries: !threatens && !brute::achieves_goal(after),
        }
    }
}

/// The positions to which the turns lead that begin with that step.
fn ends_after(position: &Position, step: Step) -> Vec<Position> {
    let mut begun = *position;
    begun.play(step);
    let mut ends = Vec::new();
    if begun.can_end_turn() {
        ends.push(brute::ended(&begun));
    }
    let ControlFlow::Continue(()) = begun.visit_distinct_turns(|turn, _| {
        ends.push(begun.after_turn(turn));
        ControlFlow::<Infallible>::Continue(())
    });
    ends
}

/// The boards without the threat that the fewest steps lead to, and how many steps those are; none if no way is found.
fn nearest_holding(position: &Position) -> Option<(usize, HashSet<u64>)> {
    let mut reached = vec![*position];
    for steps in 1..=usize::from(position.steps_left()) {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for before in &reached {
            for step in &before.legal_steps() {
                let mut after = *before;
                after.play(step);
                if seen.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        let holding: HashSet<u64> = next
            .iter()
            .filter(|after| after.can_end_turn() && holds(&brute::ended(after)))
            .map(Position::board_key)
            .collect();
        if !holding.is_empty() {
            return Some((steps, holding));
        }
        reached = next;
    }
    None
}

/// Whether the shortest defences are those that steps of all sorts come to.
fn finds_the_shortest(position: &Position) -> bool {
    let threat = Threat::against(position).unwrap();
    let mut steps = 0;
    let mut boards = HashSet::new();
    let visited = visit_shortest(position, threat, u32::MAX, |defence| {
        let mut after = *position;
        for &step in defence {
            after.play(step);
        }
        steps = defence.len();
        boards.insert(after.board_key());
        ControlFlow::Continue(())
    });
    let found = match visited {
        Defences::None => None,
        Defences::Shortest => Some((steps, boards)),
        Defences::Unknown => return false,
    };
    found == nearest_holding(position)
}

/// How the answers compare over many positions.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    positions: usize,
    /// By the number of steps left.
    steps_left: [usize; 5],
    pulls_open: usize,
    /// Positions that no step holds.
    hopeless: usize,
    /// Positions in which some steps hold and some don't.
    divided: usize,
    wrong: usize,
    out_of_reach: usize,
    /// Legal steps, and how many of them defend and how many hold.
    steps: [usize; 3],
    boards: [usize; 2],
    /// The time that `first_steps` has taken.
    time: Duration,
    longest: Duration,
}

impl Tally {
    fn of(position: &Position) -> Self {
        let threat = Threat::against(position).unwrap();
        let defending = threat.defending_steps(position, position.steps_left());
        let begin = Instant::now();
        let found = first_steps(position);
        let time = begin.elapsed();
        let answer = Answer::of(position, defending);
        let legal = position.legal_steps();
        let is_wrong = found != answer.holding
            || answer.misjudged > 0
            || is_possible(position) == answer.holding.is_empty()
            || goal::fewest_steps(position).is_none() && !finds_the_shortest(position);
        if is_wrong || answer.out_of_reach > 0 {
            println!(
                "{} steps, not {}, {} boards out of reach, in {position} with {} left and {:?} open",
                found.len(),
                answer.holding.len(),
                answer.out_of_reach,
                position.steps_left(),
                position.pending()
            );
        }
        let mut steps_left = [0; 5];
        steps_left[usize::from(position.steps_left())] = 1;
        Self {
            positions: 1,
            steps_left,
            pulls_open: usize::from(position.pending() != Pending::None),
            hopeless: usize::from(answer.holding.is_empty()),
            divided: usize::from(!answer.holding.is_empty() && answer.holding != legal),
            wrong: usize::from(is_wrong),
            out_of_reach: answer.out_of_reach,
            steps: [legal.len(), defending.len(), found.len()],
            boards: [answer.all_boards, answer.boards],
            time,
            longest: time,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            steps_left: std::array::from_fn(|i| self.steps_left[i] + other.steps_left[i]),
            pulls_open: self.pulls_open + other.pulls_open,
            hopeless: self.hopeless + other.hopeless,
            divided: self.divided + other.divided,
            wrong: self.wrong + other.wrong,
            out_of_reach: self.out_of_reach + other.out_of_reach,
            steps: std::array::from_fn(|i| self.steps[i] + other.steps[i]),
            boards: std::array::from_fn(|i| self.boards[i] + other.boards[i]),
            time: self.time + other.time,
            longest: self.longest.max(other.longest),
        }
    }
}

/// Positions of each sort in which the opponent threatens a goal and some step is left; of those with a whole turn,
/// which take longest, only every fourth is taken as it is, and the others get one to three steps.
fn threatened(sort: Sort, count: usize, seed: u64) -> Vec<Position> {
    let is_threatened =
        |position: &Position| position.can_move() && Threat::against(position).is_some();
    let mut positions = sort.positions_that(count, seed, is_threatened);
    for (index, position) in positions.iter_mut().enumerate() {
        let steps = index % 4;
        if position.steps_left() == 4 && steps != 0 {
            *position = position.with_steps_left(steps as u8);
        }
    }
    positions
}

fn compare(count: usize, seed: u64) {
    let mut total = Tally::default();
    for sort in Sort::ALL {
        let positions = threatened(sort, count, seed);
        let begin = Instant::now();
        let tally = positions
            .par_iter()
            .map(Tally::of)
            .reduce(Tally::default, Tally::and);
        println!("{sort:?} in {:.1?}: {tally:.0?}", begin.elapsed());
        total = total.and(tally);
    }
    println!("All: {total:.0?}");
    for steps in 1..=4 {
        assert!(total.steps_left[steps] > total.positions / 20);
    }
    assert!(total.hopeless > count / 20 && total.divided > count && total.pulls_open > count / 20);
    assert_eq!((total.wrong, total.out_of_reach), (0, 0));
}

/// Going back to c2 stops the rabbit on d3, but a turn that has done nothing can't end.
#[test]
fn a_defence_may_begin_by_taking_a_step_back() {
    let mut position: Position =
        "g [.d..c.rrrrm..d.rrh..c...R....E.r.......R.RreDD.R..RC.C.R........]"
            .parse()
            .unwrap();
    let [step] = position.read_turn("Rc2w").unwrap()[..] else {
        panic!("it is one step");
    };
    position.play(step);
    assert!(finds_the_shortest(&position));
}

#[test]
fn agrees_with_brute_force() {
    compare(80, 3);
}

#[test]
#[ignore = "takes minutes: run it with --release, --ignored and --nocapture"]
fn agrees_with_brute_force_in_many_positions() {
    compare(3500, 4);
}
