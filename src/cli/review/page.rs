//! The page for browsers: one file that needs no other.

use serde::Serialize;
use svg::Document;

use super::judged_turn::JudgedTurn;
use super::judgement::Judgement;
use super::subject::Subject;
use super::summary::Summary;
use crate::cli::arrows::Arrows;
use crate::rules::{Game, freezing};
use crate::types::Side;

/// The page, with the places where the review's own parts go.
const TEMPLATE: &str = include_str!("page.html");

/// What the page shows.
#[derive(Serialize)]
struct Content<'a> {
    /// The game before each turn, and after the last one.
    positions: Vec<Shown>,
    turns: Vec<Turn<'a>>,
    summary: &'a Summary<'a>,
}

#[derive(Serialize)]
struct Shown {
    /// The number of the turn to come.
    label: String,
    side: char,
    /// 64 letters from a8 to h1.
    board: String,
    frozen: Vec<String>,
}

#[derive(Serialize)]
struct Turn<'a> {
    #[serde(flatten)]
    judged: &'a JudgedTurn,
    mark: &'static str,
    gold_win_after: f64,
    played_arrows: &'a Arrows,
    best_arrows: &'a Arrows,
}

/// Returns the page of a game, or of its first part if not all turns were judged.
///
/// # Errors
/// If its content can't be written as JSON.
pub(super) fn of(
    subject: &Subject,
    turns: &[JudgedTurn],
    summary: &Summary<'_>,
    graph: &Document,
) -> anyhow::Result<String> {
    let shown = &subject.games[..=turns.len()];
    let content = Content {
        positions: shown.iter().map(Shown::new).collect(),
        turns: turns.iter().map(Turn::new).collect(),
        summary,
    };
    // In a script nothing may look like the end of it.
    let content = serde_json::to_string(&content)?.replace('<', "\\u003c");
    Ok(TEMPLATE
        .replacen("<!-- graph -->", &graph.to_string(), 1)
        .replacen("/* content */ {}", &content, 1))
}

impl Shown {
    fn new(game: &Game) -> Self {
        let board = game.position().board();
        let frozen = Side::ALL
            .into_iter()
            .flat_map(|side| freezing::frozen(board, side));
        Self {
            label: game.label().to_string(),
            side: game.side_to_move().letter(),
            board: board.to_string().trim_matches(['[', ']']).to_owned(),
            frozen: frozen.map(|square| square.to_string()).collect(),
        }
    }
}

impl<'a> Turn<'a> {
    fn new(judged: &'a JudgedTurn) -> Self {
        Self {
            judged,
            mark: judged.judgement.map_or("", Judgement::mark),
            gold_win_after: judged.gold_win_after(),
            played_arrows: &judged.played_arrows,
            best_arrows: &judged.best_arrows,
        }
    }
}
