//! The board as an SVG picture. The same position gives the same picture, byte for byte.

use svg::Document;
use svg::node::element::{Circle, Definitions, Marker, Path, Polyline, Rectangle, Text, Title};

use super::arrows::{Arrows, Way};
use crate::rules::freezing;
use crate::rules::{Game, Move, Turn};
use crate::types::{Bitboard, Piece, Side, Square};

/// The side of a square in user units.
const SQUARE: usize = 50;
/// The room around the board: coordinates and who is to move stand there.
const MARGIN: usize = 30;
const BOARD: usize = 8 * SQUARE;
const WHOLE: usize = BOARD + 2 * MARGIN;
/// From a square's centre to where an arrow ends that the piece on it should not be hidden by.
const FREE: i32 = 18;

const GROUND: &str = "#ffffff";
const LIGHT: &str = "#e9dfc7";
const TRAP: &str = "#c98a7a";
const LINE: &str = "#6b5b45";
const INK: &str = "#222222";
const FROZEN: &str = "#2563c9";
const LAST: &str = "#3b6ea5";
const BEST: &str = "#1f8a4c";

/// Which turn an arrow belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The one just played: its pieces stand at the arrows' points.
    Last,
    /// The one to be played: its pieces stand where the arrows begin.
    Best,
}

impl Kind {
    const fn color(self) -> &'static str {
        match self {
            Self::Last => LAST,
            Self::Best => BEST,
        }
    }

    /// Returns the name of the arrows' heads.
    const fn head(self) -> &'static str {
        match self {
            Self::Last => "last",
            Self::Best => "best",
        }
    }
}

/// Returns the picture of the position in which the game stands, with arrows for the last turn, or for the steps of the one that was
/// begun, and for the best turn if there is one.
///
/// Frozen pieces have a dashed blue ring; the ways of pieces that are pushed or pulled are dotted; crosses are captures.
pub(super) fn of(game: &Game, best: Option<&Turn>) -> Document {
    let board = game.position().board();
    let document = Document::new()
        .set("viewBox", (0, 0, WHOLE, WHOLE))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .add(Title::new(format!("{} {}", game.label(), game.position())))
        .add(
            Rectangle::new()
                .set("width", WHOLE)
                .set("height", WHOLE)
                .set("fill", GROUND),
        )
        .add(
            Definitions::new()
                .add(head(Kind::Last))
                .add(head(Kind::Best)),
        )
        .add(caption(game));
    let document = Square::all().fold(document, |document, at| document.add(square(at)));
    let document = (0..8).fold(document, add_coordinates);
    let frozen = freezing::frozen(board, Side::Gold) | freezing::frozen(board, Side::Silver);
    let document = board.iter().fold(document, |document, (at, piece)| {
        document
            .add(disc(piece, at, frozen.contains(at)))
            .add(letter(piece, at))
    });
    let document = add_arrows(document, &last_turn(game), Kind::Last);
    match best {
        Some(best) => add_arrows(document, &Arrows::of(game.position(), best), Kind::Best),
        None => document,
    }
}

/// Returns what has been played last.
fn last_turn(game: &Game) -> Arrows {
    let positions = game.positions();
    if let (Some(steps), Some(before)) = (game.begun_steps(), positions.last()) {
        return Arrows::of(before, steps);
    }
    match (game.moves().last(), positions.iter().rev().nth(1)) {
        (Some(Move::Turn(turn)), Some(before)) => Arrows::of(before, turn),
        _ => Arrows::default(),
    }
}

/// Returns who is to move, or how the game has ended.
fn caption(game: &Game) -> Text {
    let text = match game.outcome() {
        Some(outcome) => outcome.to_string(),
        None if game.is_setting_up() => {
            format!("{}: {} to set up", game.label(), game.side_to_move())
        }
        None => format!("{}: {} to move", game.label(), game.side_to_move()),
    };
    Text::new(text)
        .set("x", WHOLE / 2)
        .set("y", MARGIN - 9)
        .set("font-size", 18)
        .set("fill", INK)
}

/// Returns the left upper corner of a square.
fn corner(at: Square) -> (usize, usize) {
    (
        MARGIN + at.file() * SQUARE,
        MARGIN + (7 - at.rank()) * SQUARE,
    )
}

fn center(at: Square) -> (usize, usize) {
    let (x, y) = corner(at);
    (x + SQUARE / 2, y + SQUARE / 2)
}

fn square(at: Square) -> Rectangle {
    let (x, y) = corner(at);
    let is_trap = Bitboard::TRAPS.contains(at);
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", SQUARE)
        .set("height", SQUARE)
        .set("fill", if is_trap { TRAP } else { LIGHT })
        .set("stroke", LINE)
}

fn add_coordinates(document: Document, index: usize) -> Document {
    let file = char::from(b'a' + index as u8).to_string();
    let rank = (index + 1).to_string();
    let middle = index * SQUARE + SQUARE / 2;
    let coordinate = |text: String, x: usize, y: usize| {
        Text::new(text)
            .set("x", x)
            .set("y", y)
            .set("font-size", 16)
            .set("fill", LINE)
    };
    document
        .add(coordinate(file, MARGIN + middle, MARGIN + BOARD + 20))
        .add(coordinate(rank, MARGIN / 2, MARGIN + BOARD - middle + 6))
}

fn disc(piece: Piece, at: Square, is_frozen: bool) -> Circle {
    let (x, y) = center(at);
    let disc = Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", 20)
        .set("fill", color(piece.side));
    if is_frozen {
        disc.set("stroke", FROZEN)
            .set("stroke-width", 4)
            .set("stroke-dasharray", "6 4")
    } else {
        disc.set("stroke", INK).set("stroke-width", 1.5)
    }
}

fn letter(piece: Piece, at: Square) -> Text {
    let (x, y) = center(at);
    Text::new(piece.letter())
        .set("x", x)
        .set("y", y + 10)
        .set("font-size", 28)
        .set("font-weight", "bold")
        .set("fill", INK)
}

const fn color(side: Side) -> &'static str {
    match side {
        Side::Gold => "#f2c230",
        Side::Silver => "#c9ced6",
    }
}

fn head(kind: Kind) -> Marker {
    Marker::new()
        .set("id", kind.head())
        .set("viewBox", "0 0 10 10")
        .set("refX", 7)
        .set("refY", 5)
        .set("markerWidth", 3.2)
        .set("markerHeight", 3.2)
        .set("orient", "auto")
        .add(
            Path::new()
                .set("d", "M0 0 L10 5 L0 10 Z")
                .set("fill", kind.color()),
        )
}

fn add_arrows(document: Document, arrows: &Arrows, kind: Kind) -> Document {
    let ways = arrows.ways.iter();
    let document = ways.fold(document, |document, way| document.add(arrow(way, kind)));
    let crosses = arrows.captures.iter();
    crosses.fold(document, |document, &trap| {
        document.add(cross(trap, kind.color()))
    })
}

fn arrow(way: &Way, kind: Kind) -> Polyline {
    let mut corners: Vec<(i32, i32)> = way
        .squares
        .iter()
        .map(|&at| center(at))
        .map(|(x, y)| (x as i32, y as i32))
        .collect();
    let ends = match (kind, corners.as_mut_slice()) {
        (Kind::Last, [.., other, end]) | (Kind::Best, [end, other, ..]) => Some((end, other)),
        _ => None,
    };
    if let Some((end, other)) = ends {
        end.0 += (other.0 - end.0).signum() * FREE;
        end.1 += (other.1 - end.1).signum() * FREE;
    }
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let arrow = Polyline::new()
        .set("points", points.join(" "))
        .set("fill", "none")
        .set("stroke", kind.color())
        .set("stroke-width", 6)
        .set("stroke-opacity", 0.8)
        .set("stroke-linejoin", "round")
        .set("marker-end", format!("url(#{})", kind.head()));
    if way.is_displaced {
        arrow
            .set("stroke-dasharray", "2 8")
            .set("stroke-linecap", "round")
    } else {
        arrow
    }
}

fn cross(at: Square, color: &str) -> Path {
    let (x, y) = center(at);
    Path::new()
        .set("d", format!("M{} {} l24 24 m0 -24 l-24 24", x - 12, y - 12))
        .set("stroke", color)
        .set("stroke-width", 5)
}
