//! The board as an SVG picture.

use svg::Document;
use svg::node::element::{Circle, Rectangle, Text};

use crate::rules::Game;
use crate::types::{Bitboard, Piece, Side, Square};

/// The side of a square in user units.
const SQUARE: usize = 50;
/// The room for coordinates at the left and below.
const MARGIN: usize = 25;
const BOARD: usize = 8 * SQUARE;

const LIGHT: &str = "#e9dfc7";
const TRAP: &str = "#c98a7a";
const LINE: &str = "#6b5b45";

pub(super) fn of(game: &Game) -> Document {
    let board = game.position().board();
    let document = Document::new()
        .set("viewBox", (0, 0, BOARD + MARGIN, BOARD + MARGIN))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .add(svg::node::element::Title::new(format!(
            "{} {}",
            game.label(),
            game.position()
        )));
    let document = Square::all().fold(document, |document, at| document.add(square(at)));
    let document = (0..8).fold(document, add_coordinates);
    board.iter().fold(document, |document, (at, piece)| {
        document.add(disc(piece, at)).add(letter(piece, at))
    })
}

/// Returns the left upper corner of a square.
fn corner(at: Square) -> (usize, usize) {
    (MARGIN + at.file() * SQUARE, (7 - at.rank()) * SQUARE)
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
            .set("font-size", 14)
            .set("fill", LINE)
    };
    document
        .add(coordinate(file, MARGIN + middle, BOARD + 18))
        .add(coordinate(rank, MARGIN / 2, BOARD - middle + 5))
}

fn disc(piece: Piece, at: Square) -> Circle {
    let (x, y) = center(at);
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", 20)
        .set("fill", color(piece.side))
        .set("stroke", "#222222")
        .set("stroke-width", 1.5)
}

fn letter(piece: Piece, at: Square) -> Text {
    let (x, y) = center(at);
    Text::new(piece.letter())
        .set("x", x)
        .set("y", y + 8)
        .set("font-size", 24)
        .set("fill", "#222222")
}

const fn color(side: Side) -> &'static str {
    match side {
        Side::Gold => "#f2c230",
        Side::Silver => "#c9ced6",
    }
}
