//! The learning curves as a plot.

use std::path::Path;

use anyhow::Context;
use loxodon::cli::output_file::write_whole;
use plotters::prelude::*;

use super::history::Point;

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 540);
const FONT: &str = "sans-serif";
/// The first measurements are so far above the others that they would press these together: the plot ends at so many times
/// the lowest error.
const HIGHEST: f64 = 8.0;
const TRAINING: RGBColor = RGBColor(0x1f, 0x77, 0xb4);
const HELD_OUT: RGBColor = RGBColor(0xd6, 0x27, 0x28);

/// Plots training and held-out error over the samples seen.
pub(super) fn write(path: &Path, title: &str, points: &[Point]) -> anyhow::Result<()> {
    let mut svg = String::new();
    draw(&mut svg, title, points).context("the curves can't be plotted")?;
    Ok(write_whole(path, svg.as_bytes())?)
}

fn draw(svg: &mut String, title: &str, points: &[Point]) -> anyhow::Result<()> {
    let errors = || {
        points
            .iter()
            .flat_map(|point| [point.training, point.held_out])
    };
    let lowest = errors().fold(f64::INFINITY, f64::min);
    let highest = errors().fold(0.0, f64::max).min(HIGHEST * lowest);
    let millions = |samples: u64| samples as f64 / 1e6;
    let last = points.last().map_or(0.0, |point| millions(point.samples));
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, (FONT, 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(84)
        .build_cartesian_2d(0.0..last, (0.95 * lowest..1.05 * highest).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("samples (millions)")
        .y_desc("mean squared error in win probability")
        .y_label_formatter(&|error| format!("{error:.6}"))
        .label_style((FONT, 13))
        .draw()?;
    let training = points.iter().map(|point| point.training).collect();
    let held_out = points.iter().map(|point| point.held_out).collect();
    let curves: [(_, _, Vec<f64>); 2] = [
        ("training", TRAINING, training),
        ("held out", HELD_OUT, held_out),
    ];
    for (name, color, errors) in curves {
        let line = points.iter().zip(errors);
        let line = line.map(|(point, error)| (millions(point.samples), error.min(1.05 * highest)));
        chart
            .draw_series(LineSeries::new(line, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .label_font((FONT, 13))
        .draw()?;
    area.present()?;
    Ok(())
}
