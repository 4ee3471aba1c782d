//! Pictures as PNG, drawn from their SVG. The feature `png` carries it.

use anyhow::{Context, anyhow};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// How many pixels a PNG is wide.
const WIDTH: f32 = 1000.0;

/// Returns the picture as a PNG file's bytes, with letters in the system's fonts.
///
/// # Errors
/// If the system has no fonts, so that letters would be missing.
pub(super) fn of(svg: &str) -> anyhow::Result<Vec<u8>> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    // The generic family is another one on every system.
    let family = fonts
        .faces()
        .map(|face| &face.families[0].0)
        .find(|family| family.contains("Sans"))
        .or_else(|| fonts.faces().next().map(|face| &face.families[0].0))
        .cloned()
        .ok_or_else(|| {
            anyhow!(
                "a PNG needs a font, and there is none on this system; a name in .svg does without"
            )
        })?;
    fonts.set_sans_serif_family(family);
    let tree = Tree::from_str(svg, &options).context("the picture can't be drawn")?;
    let scale = WIDTH / tree.size().width();
    let height = (tree.size().height() * scale).ceil();
    let mut pixels = Pixmap::new(WIDTH as u32, height as u32)
        .ok_or_else(|| anyhow!("there is no memory for the picture"))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok(pixels.encode_png()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::picture;
    use crate::rules::Game;

    #[test]
    fn a_board_is_drawn() {
        let position = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
        let game = Game::from_position(position.parse().unwrap());
        let png = of(&picture::of(&game, None).to_string()).unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (1000, 1000));
        let gold = [0xf2, 0xc2, 0x30];
        let is_gold = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| {
            [pixel.red(), pixel.green(), pixel.blue()] == gold
        };
        let share = pixels.pixels().iter().filter(is_gold).count();
        // Sixteen discs of radius 43 less their letters.
        assert!((60_000..93_000).contains(&share), "{share}");
    }
}
