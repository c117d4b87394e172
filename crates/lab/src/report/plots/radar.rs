//! Several measures of several systems at once (SCAI-QReCC, figure 2).

use super::Plot;
use super::svg::{Svg, around, point};
use crate::report::group::{Group, Run};
use crate::report::published::{Column, PublishedTable, paper};

/// With fewer measures it is a line.
const FEWEST_AXES: usize = 4;
const MOST_SYSTEMS: usize = 6;

const CENTRE: (f64, f64) = (230.0, 190.0);
const RADIUS: f64 = 140.0;

/// One axis a measure of the paper's table that is bounded by 1; one outline a system, and one for the highest published.
pub fn plot(group: &Group) -> Option<Plot> {
    let paper = paper(&group.data)?;
    let (table, axes) = paper.tables.iter().filter(|t| !t.across).find_map(|table| {
        let axes = axes(table, group);
        (axes.len() >= FEWEST_AXES).then_some((table, axes))
    })?;
    let mut outlines: Vec<(String, &str, Vec<f64>)> = vec![(
        format!("highest published ({})", table.split),
        "outline highest",
        axes.iter().map(|&axis| highest(table, axis)).collect(),
    )];
    for (number, run) in group.runs.iter().take(MOST_SYSTEMS).enumerate() {
        let values = axes.iter().map(|&axis| value(run, &table.columns[axis]).unwrap_or(0.0));
        let class =
            ["outline o1", "outline o2", "outline o3", "outline o4", "outline o5", "outline o6"]
                [number];
        outlines.push((run.title.clone(), class, values.collect()));
    }
    let most = outlines.iter().flat_map(|(_, _, values)| values).fold(0.0, |a: f64, &b| a.max(b));
    let end = ((most * 10.0).ceil() / 10.0).clamp(0.1, 1.0);
    let mut svg = Svg::new(CENTRE.0 * 2.0, CENTRE.1 * 2.0 + 4.0 + 20.0 * outlines.len() as f64);
    draw_axes(&mut svg, table, &axes, end);
    for (place, (name, class, values)) in outlines.iter().enumerate() {
        let at = |(axis, value): (usize, &f64)| {
            point(around(
                CENTRE,
                RADIUS * (value / end).clamp(0.0, 1.0),
                axis as f64 / axes.len() as f64,
            ))
        };
        let points: Vec<String> = values.iter().enumerate().map(at).collect();
        svg.path(class, &format!("M{} Z", points.join(" L")), name);
        let y = CENTRE.1 * 2.0 + 4.0 + 20.0 * place as f64;
        svg.line(class, (70.0, y), (98.0, y));
        svg.text("legend", (106.0, y + 4.0), "start", name);
    }
    Some(Plot {
        title: "Measures at a glance".to_owned(),
        caption: format!(
            "The measures of {} that are bounded by 1; the outer line is {end:.1}. As SCAI-QReCC's figure 2.{}",
            table.source,
            match group.runs.len() > MOST_SYSTEMS {
                true => format!(" The first {MOST_SYSTEMS} systems of {}.", group.runs.len()),
                false => String::new(),
            }
        ),
        svg: svg.finish("Radar of the measures of each system"),
    })
}

fn value(run: &Run, column: &Column) -> Option<f64> {
    column.measures.iter().find_map(|measure| run.value(measure))
}

/// The columns that are bounded and that some run has.
fn axes(table: &PublishedTable, group: &Group) -> Vec<usize> {
    let has = |column: &Column| group.runs.iter().any(|run| value(run, column).is_some());
    let columns = table.columns.iter().enumerate();
    columns.filter(|(_, c)| c.bounded && has(c)).map(|(place, _)| place).collect()
}

fn highest(table: &PublishedTable, axis: usize) -> f64 {
    let numbers = table.rows.iter().filter_map(|row| row.values.get(axis)?.number());
    numbers.fold(0.0, f64::max) / table.scale_of(&table.columns[axis])
}

fn draw_axes(svg: &mut Svg, table: &PublishedTable, axes: &[usize], end: f64) {
    for ring in 1..=4 {
        let radius = RADIUS * f64::from(ring) / 4.0;
        let corner = |axis: usize| point(around(CENTRE, radius, axis as f64 / axes.len() as f64));
        let corners: Vec<String> = (0..axes.len()).map(corner).collect();
        svg.path("grid", &format!("M{} Z", corners.join(" L")), "");
    }
    for (place, &axis) in axes.iter().enumerate() {
        let turn = place as f64 / axes.len() as f64;
        svg.line("grid", CENTRE, around(CENTRE, RADIUS, turn));
        let (x, y) = around(CENTRE, RADIUS + 14.0, turn);
        let anchor = match x - CENTRE.0 {
            d if d > 8.0 => "start",
            d if d < -8.0 => "end",
            _ => "middle",
        };
        svg.text("axis", (x, y + 4.0), anchor, &table.columns[axis].name);
    }
    svg.text("tick", (CENTRE.0 + 4.0, CENTRE.1 - RADIUS + 12.0), "start", &format!("{end:.1}"));
}
