use anyhow::Context;
use loxodon::engine::Engine;
use loxodon::rules::Setup;
use loxodon::rules::setup::PIECES_PER_SIDE;
use loxodon::types::{Kind, Side};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

/// How likely a setup is to be one that the engine would not consider.
const SCATTERED: f64 = 0.4;
/// How likely one that it considers is to be mirrored: its camel then faces the enemy elephant.
const MIRRORED: f64 = 0.25;

const FILES: usize = 8;

/// Returns a setup for the side to move: one that the engine considers, that in a mirror, or one of a looser kind.
pub(super) fn choose(engine: &mut Engine, random: &mut StdRng) -> anyhow::Result<Setup> {
    let side = engine.game().side_to_move();
    if random.random_bool(SCATTERED) {
        return Ok(arrange(side, &scattered(random))?);
    }
    let setup = engine
        .draw_setup()
        .context("both sides have set up already")?;
    if random.random_bool(MIRRORED) {
        return mirrored(&setup);
    }
    Ok(setup)
}

fn mirrored(setup: &Setup) -> anyhow::Result<Setup> {
    let kinds: Vec<Kind> = setup.placements().map(|(piece, _)| piece.kind).collect();
    let rows = kinds.chunks(FILES).flat_map(|row| row.iter().rev());
    let kinds: Vec<Kind> = rows.copied().collect();
    let kinds = kinds.try_into().ok().context("a setup has 16 pieces")?;
    Ok(Setup::new(setup.side(), kinds)?)
}

/// Returns the front row and the back row from the a to the h file: the elephant in the middle, the camel near it,
/// horses on both wings, cats and dogs anywhere but in the back corners, rabbits elsewhere.
fn scattered(random: &mut StdRng) -> [[Kind; FILES]; 2] {
    let mut rows = [[Kind::Rabbit; FILES]; 2];
    let elephant = random.random_range(3..=4);
    rows[0][elephant] = Kind::Elephant;
    let camels: Vec<usize> = (2..=5).filter(|&file| file != elephant).collect();
    rows[0][*camels.choose(random).unwrap_or(&2)] = Kind::Camel;
    rows[0][random.random_range(0..=1)] = Kind::Horse;
    rows[0][random.random_range(6..=7)] = Kind::Horse;
    let mut free: Vec<(usize, usize)> = (0..FILES)
        .map(|file| (0, file))
        .chain((1..FILES - 1).map(|file| (1, file)))
        .filter(|&(row, file)| rows[row][file] == Kind::Rabbit)
        .collect();
    free.shuffle(random);
    let minor = [Kind::Cat, Kind::Cat, Kind::Dog, Kind::Dog];
    for ((row, file), kind) in free.into_iter().zip(minor) {
        rows[row][file] = kind;
    }
    rows
}

fn arrange(
    side: Side,
    [front, back]: &[[Kind; FILES]; 2],
) -> Result<Setup, loxodon::rules::SetupError> {
    // A setup lists its squares from the lowest: gold's back row comes first, silver's front row.
    let (first, second) = match side {
        Side::Gold => (back, front),
        Side::Silver => (front, back),
    };
    let mut kinds = [Kind::Rabbit; PIECES_PER_SIDE];
    for (place, kind) in kinds.iter_mut().zip(first.iter().chain(second)) {
        *place = *kind;
    }
    Setup::new(side, kinds)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use loxodon::engine::Options;
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn setups_are_legal_varied_and_the_same_for_a_seed() {
        let setups = || -> Vec<Setup> {
            let options = Options {
                hash_mib: 1,
                threads: 1,
                seed: Some(5),
            };
            let mut engine = Engine::new(options).unwrap();
            let mut random = StdRng::seed_from_u64(5);
            (0..100)
                .map(|_| choose(&mut engine, &mut random).unwrap())
                .collect()
        };
        let first = setups();
        assert_eq!(first, setups());
        for setup in &first {
            assert_eq!(
                Setup::read(Side::Gold, &setup.to_string()).as_ref(),
                Ok(setup)
            );
        }
        let distinct: HashSet<_> = first.iter().collect();
        assert!(distinct.len() > 40, "{}", distinct.len());
    }

    #[test]
    fn a_setup_mirrored_twice_is_the_same() {
        let mut random = StdRng::seed_from_u64(1);
        let setup = arrange(Side::Silver, &scattered(&mut random)).unwrap();
        let once = mirrored(&setup).unwrap();
        assert_ne!(once, setup);
        assert_eq!(mirrored(&once).unwrap(), setup);
    }
}
