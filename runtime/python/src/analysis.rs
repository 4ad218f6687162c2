//! Rulings on plays, simulation and end games of a position.

use std::sync::atomic::Ordering;
use std::time::Duration;

use lexc_game::{Confidence, Endgame, EndgamePosition, LastMove, Sampling, Simulation};
use lexc_runtime::{Alphabet, Cgp, Move, Rules};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::error::refused;
use crate::image::OpenImage;
use crate::interrupt::{pool, run, thread_count};
use crate::leaves::{Leaves, Values};
use crate::moves::make;
use crate::rules::refused_position;
use crate::spelling::nfc;
use crate::values::{RULING, SCORED_WORD, SIMULATED_MOVE, SIMULATION, SOLUTION};

/// The ruling on a play.
pub fn judge<'py>(
    py: Python<'py>,
    image: &OpenImage,
    position: &lexc_runtime::Position<'_>,
    text: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let ruling = lexc_compiler::Ruling::on(&nfc(text), position, image.lexicon());
    let ruling = ruling.map_err(|error| refused(format_args!("{text:?}: {error}")))?;
    let words = ruling
        .account
        .iter()
        .flat_map(|account| &account.words)
        .map(|word| {
            let tiles = word.tiles.iter().map(|tile| tile.tile.as_str());
            let tiles = PyTuple::new(py, tiles.collect::<Vec<_>>())?;
            SCORED_WORD.make(
                py,
                (
                    &word.word,
                    &word.coordinate,
                    word.valid,
                    tiles,
                    word.word_multiplier,
                    word.score,
                ),
            )
        });
    let words = PyTuple::new(py, words.collect::<PyResult<Vec<_>>>()?)?;
    let account = ruling.account.as_ref();
    let (bonus, score) = (
        account.map(|account| account.bonus),
        account.map(|account| account.score),
    );
    let leave = account.map(|account| account.leave.as_str());
    RULING.make(
        py,
        (
            ruling.play,
            ruling.legal,
            ruling.reason,
            words,
            bonus,
            score,
            leave,
        ),
    )
}

/// The greatest number of candidates of a simulation.
const MAX_CANDIDATES: usize = 1_000;

/// Settings of a simulation.
pub struct SimulationSettings {
    pub last_move: Option<String>,
    pub plies: Option<u32>,
    pub candidates: usize,
    pub samples: Option<u32>,
    pub time_limit: Option<f64>,
    pub confidence: Option<f64>,
    pub seed: u64,
    pub threads: Option<usize>,
}

/// The confidence as a share, such as 0.99.
fn share_of(confidence: Confidence) -> f64 {
    confidence.percent().parse::<f64>().unwrap_or(0.0) / 100.0
}

/// The confidence of a simulation unless another is given.
pub fn usual_confidence() -> Option<f64> {
    Some(share_of(Simulation::CONFIDENCE))
}

fn confidence_of(share: f64) -> PyResult<Confidence> {
    let mut all = Confidence::ALL.into_iter();
    let found = all.find(|confidence| (share_of(*confidence) - share).abs() < 1e-9);
    found.ok_or_else(|| {
        refused(format_args!(
            "confidence {share}: unknown (0.95, 0.99, 0.999 or None)"
        ))
    })
}

/// Simulates the moves of the player on turn.
pub fn simulate<'py>(
    py: Python<'py>,
    (image, cgp, rules): (&OpenImage, &Cgp<'_>, &Rules),
    leaves: Option<&Leaves>,
    settings: &SimulationSettings,
) -> PyResult<Bound<'py, PyAny>> {
    let alphabet = image.lexicon().alphabet();
    if !(1..=MAX_CANDIDATES).contains(&settings.candidates) {
        let found = settings.candidates;
        return Err(refused(format_args!(
            "{found} candidates: not 1 to {MAX_CANDIDATES}"
        )));
    }
    let values = Values::of(leaves, alphabet)?;
    let simulation = Simulation::new(image.lexicon(), values.as_dyn())
        .with_candidates(settings.candidates)
        .with_confidence(settings.confidence.map(confidence_of).transpose()?);
    let sampling = Sampling {
        plies: settings.plies.map(|plies| plies.min(Simulation::MAX_PLIES)),
        samples: settings.samples,
        seed: settings.seed,
        infers: settings.last_move.is_some(),
    };
    let limit = settings.time_limit.map(time_limit).transpose()?;
    let simulation = sampling.limit(simulation, limit);
    let last_move = settings.last_move.as_deref().map(|text| {
        let after = cgp.position(rules).map_err(refused_position)?;
        let last_move = LastMove::parse(&nfc(text), &after, alphabet);
        last_move.map_err(|error| refused(format_args!("last_move {text:?}: {error}")))
    });
    let last_move = last_move.transpose()?;
    let simulation = simulation.with_last_move(last_move.as_ref());
    let pool = pool(settings.threads)?;
    let report = run(py, |interrupt| {
        pool.install(|| simulation.run(cgp, rules, |_| !interrupt.load(Ordering::Relaxed)))
    })?;
    let report = report.map_err(refused)?;
    let (board, rack) = (cgp.board(), cgp.rack());
    let candidates = report.candidates.iter().map(|one| {
        let candidate = make(
            py,
            (one.candidate.action, Some(one.candidate.equity)),
            (board, &rack),
            alphabet,
        )?;
        let equity = (one.equity, one.equity_error);
        let wins = (one.win_rate, one.win_rate_error);
        SIMULATED_MOVE.make(
            py,
            (
                candidate,
                equity.0,
                equity.1,
                wins.0,
                wins.1,
                one.samples,
                one.dropped_at,
            ),
        )
    });
    let candidates = PyList::new(py, candidates.collect::<PyResult<Vec<_>>>()?)?;
    SIMULATION.make(
        py,
        (candidates, report.samples, report.rollouts, report.unseen),
    )
}

fn time_limit(seconds: f64) -> PyResult<Duration> {
    let limit = Duration::try_from_secs_f64(seconds);
    limit.map_err(|error| refused(format_args!("time_limit {seconds}: {error}")))
}

/// Settings of a solver of end games.
pub struct SolveSettings {
    pub time_limit: Option<f64>,
    pub node_limit: Option<u64>,
    pub threads: usize,
}

/// Solves an end game. If the position has no rack of the opponent, the opponent has all unseen tiles.
pub fn solve<'py>(
    py: Python<'py>,
    (image, cgp, rules): (&OpenImage, &Cgp<'_>, &Rules),
    settings: &SolveSettings,
) -> PyResult<Bound<'py, PyAny>> {
    let lexicon = image.lexicon();
    let position = EndgamePosition::from_cgp(cgp, rules).map_err(refused)?;
    let mut endgame = Endgame::new(lexicon).with_threads(thread_count(Some(settings.threads))?);
    if let Some(seconds) = settings.time_limit {
        endgame = endgame.with_time_limit(time_limit(seconds)?);
    }
    if let Some(nodes) = settings.node_limit {
        endgame = endgame.with_node_limit(nodes);
    }
    let solution = run(py, |interrupt| {
        endgame.with_interrupt(interrupt).solve(&position)
    })?;
    let line = line_of(py, &solution.line, &position, lexicon.alphabet())?;
    SOLUTION.make(
        py,
        (
            solution.value,
            line,
            solution.is_exact,
            solution.depth,
            solution.nodes,
        ),
    )
}

/// The moves of both players in turn.
fn line_of<'py>(
    py: Python<'py>,
    line: &[Move],
    start: &EndgamePosition<'_>,
    alphabet: Alphabet<'_>,
) -> PyResult<Bound<'py, PyList>> {
    let (mut state, rules) = (start.state(), start.position().rules());
    let moves = PyList::empty(py);
    for action in line {
        let rack = state.rack(state.next_seat());
        let made = make(py, (*action, None), (state.board(), &rack), alphabet)?;
        moves.append(made)?;
        state.apply(rules, action, |_| None);
    }
    Ok(moves)
}
