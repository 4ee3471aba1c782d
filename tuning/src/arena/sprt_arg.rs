//! The test as the command line names it.

use anyhow::{Context, bail, ensure};

use super::sprt::Sprt;

/// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05`; what is left out is as in this example.
pub(super) fn read_sprt(words: &[String]) -> anyhow::Result<Sprt> {
    let mut sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let field = match key {
            "elo0" => &mut sprt.elo0,
            "elo1" => &mut sprt.elo1,
            "alpha" => &mut sprt.alpha,
            "beta" => &mut sprt.beta,
            _ => bail!("--sprt has elo0=, elo1=, alpha= and beta=, not {word:?}"),
        };
        *field = value
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .with_context(|| format!("--sprt: {word:?} needs a number after `=`"))?;
    }
    ensure!(
        -1000.0 <= sprt.elo0 && sprt.elo0 < sprt.elo1 && sprt.elo1 <= 1000.0,
        "--sprt: elo0 must be below elo1, both between -1000 and 1000"
    );
    for (name, error) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
        ensure!(
            0.0 < error && error < 0.5,
            "--sprt: {name} must lie between 0 and 0.5"
        );
    }
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> anyhow::Result<Sprt> {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        read_sprt(&words)
    }

    #[test]
    fn what_is_left_out_is_as_usual() {
        let sprt = read("elo1=5 elo0=-5").unwrap();
        assert_eq!(
            sprt,
            Sprt {
                elo0: -5.0,
                elo1: 5.0,
                alpha: 0.05,
                beta: 0.05
            }
        );
    }

    #[test]
    fn what_is_no_test_is_refused() {
        for words in [
            "elo0", "elo0=x", "elo0=nan", "elo0=10", "elo1=0", "elo1=inf", "alpha=0", "beta=0.5",
            "gamma=1",
        ] {
            assert!(read(words).is_err(), "{words}");
        }
    }
}
