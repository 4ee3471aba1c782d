//! The probability that gold wins, turn by turn, as an SVG picture.

use svg::Document;
use svg::node::element::{Circle, Line, Path, Rectangle, Text, Title};

use super::judged_turn::JudgedTurn;
use super::judgement::Judgement;
use crate::types::Side;

/// The plot, in user units, and the room around it.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 12.0;
const BELOW: f64 = 28.0;
/// About so many move numbers stand below the plot.
const NUMBERS: usize = 10;

const GROUND: &str = "#ffffff";
const GOLD: &str = "#f2c230";
const SILVER: &str = "#8d96a3";
const INK: &str = "#4a4436";
const INACCURACY: &str = "#e6a23c";
const MISTAKE: &str = "#e0662e";
const BLUNDER: &str = "#c62828";

/// Returns the graph of these turns. The part of each that can be pointed at has the class `turn` and its number, from 0 on, as
/// `data-turn`.
pub(super) fn of(turns: &[JudgedTurn]) -> Document {
    let document = Document::new()
        .set(
            "viewBox",
            (0, 0, LEFT + WIDTH + RIGHT, TOP + HEIGHT + BELOW),
        )
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(Title::new("How likely gold is to win after each turn"))
        .add(
            Rectangle::new()
                .set("width", LEFT + WIDTH + RIGHT)
                .set("height", TOP + HEIGHT + BELOW)
                .set("fill", GROUND),
        )
        .add(
            Rectangle::new()
                .set("x", LEFT)
                .set("y", TOP)
                .set("width", WIDTH)
                .set("height", HEIGHT)
                .set("fill", SILVER),
        );
    let document = add_curve(document, turns);
    let document = [0, 25, 50, 75, 100].into_iter().fold(document, add_level);
    let document = add_numbers(document, turns);
    turns
        .iter()
        .enumerate()
        .fold(document, |document, (index, turn)| {
            add_turn(document, index, turn, turns.len())
        })
}

/// Returns where the point before the first turn (0) or after a turn (from 1 on) stands.
fn x(point: usize, turns: usize) -> f64 {
    round(LEFT + WIDTH * point as f64 / turns.max(1) as f64)
}

fn y(gold_win: f64) -> f64 {
    round(TOP + HEIGHT * (1.0 - gold_win))
}

/// Hundredths are finer than any screen, and keep the text short.
fn round(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// Returns how likely gold was to win before the first turn, and after each.
fn gold_wins(turns: &[JudgedTurn]) -> Vec<f64> {
    let first = turns.first().map(|turn| match turn.side {
        Side::Gold => turn.win_before,
        Side::Silver => 1.0 - turn.win_before,
    });
    first
        .into_iter()
        .chain(turns.iter().map(JudgedTurn::gold_win_after))
        .collect()
}

fn add_curve(document: Document, turns: &[JudgedTurn]) -> Document {
    let points: Vec<String> = gold_wins(turns)
        .into_iter()
        .enumerate()
        .map(|(point, win)| format!("{} {}", x(point, turns.len()), y(win)))
        .collect();
    if points.is_empty() {
        return document;
    }
    let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
    let line = points.join(" L");
    document
        .add(
            Path::new()
                .set("d", format!("M{LEFT} {bottom} L{line} L{right} {bottom} Z"))
                .set("fill", GOLD),
        )
        .add(
            Path::new()
                .set("d", format!("M{line}"))
                .set("fill", "none")
                .set("stroke", INK)
                .set("stroke-width", 2),
        )
}

fn add_level(document: Document, percent: u32) -> Document {
    let level = y(f64::from(percent) / 100.0);
    let document = document.add(
        Line::new()
            .set("x1", LEFT)
            .set("x2", LEFT + WIDTH)
            .set("y1", level)
            .set("y2", level)
            .set("stroke", INK)
            .set("stroke-opacity", if percent == 50 { 0.8 } else { 0.25 }),
    );
    if !percent.is_multiple_of(50) {
        return document;
    }
    document.add(
        Text::new(format!("{percent} %"))
            .set("x", LEFT - 6.0)
            .set("y", level + 4.0)
            .set("text-anchor", "end")
            .set("fill", INK),
    )
}

fn add_numbers(document: Document, turns: &[JudgedTurn]) -> Document {
    let every = turns.len().div_ceil(NUMBERS).max(1);
    let numbered = turns.iter().enumerate().step_by(every);
    numbered.fold(document, |document, (index, turn)| {
        document.add(
            Text::new(turn.turn.clone())
                .set("x", x(index + 1, turns.len()))
                .set("y", TOP + HEIGHT + 18.0)
                .set("text-anchor", "middle")
                .set("fill", INK),
        )
    })
}

/// Adds the mark of a bad turn, and a strip that shows what the turn is when it is pointed at.
fn add_turn(document: Document, index: usize, turn: &JudgedTurn, turns: usize) -> Document {
    let at = x(index + 1, turns);
    let document = match turn.judgement {
        Some(judgement) => document.add(
            Circle::new()
                .set("cx", at)
                .set("cy", y(turn.gold_win_after()))
                .set("r", 4)
                .set("fill", color(judgement))
                .set("stroke", "#ffffff"),
        ),
        None => document,
    };
    let mark = turn.judgement.map_or("", Judgement::mark);
    let what = format!(
        "{} {}{mark}: gold {:.1} %",
        turn.turn,
        turn.played,
        turn.gold_win_after() * 100.0
    );
    document.add(
        Rectangle::new()
            .set("class", "turn")
            .set("data-turn", index)
            .set("x", x(index, turns))
            .set("y", TOP)
            .set("width", round(at - x(index, turns)))
            .set("height", HEIGHT)
            .set("fill", "transparent")
            .add(Title::new(what)),
    )
}

const fn color(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => INACCURACY,
        Judgement::Mistake => MISTAKE,
        Judgement::Blunder => BLUNDER,
    }
}
