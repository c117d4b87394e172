//! Several measures of several systems at once (SCAI-QReCC, figure 2).

use super::Plot;
use super::svg::{Svg, around, point};
use crate::report::group::{Group, Run};
use crate::report::published::{Column, PublishedTable, paper};
use crate::report::tables::{value, with_runs};

/// With fewer measures it is a line.
const FEWEST_AXES: usize = 4;
const MOST_SYSTEMS: usize = 6;

const CENTRE: (f64, f64) = (230.0, 190.0);
const RADIUS: f64 = 140.0;

/// A column of a published table.
struct Axis<'a> {
    table: &'a PublishedTable,
    column: &'a Column,
}

/// One axis a measure of the paper's tables that is bounded by 1; one outline a system that belongs to them, and one for
/// the highest published.
pub fn plot(group: &Group) -> Option<Plot> {
    let paper = paper(&group.data)?;
    let (axes, runs) = axes(&with_runs(&paper, group))?;
    let mut outlines: Vec<(String, &str, Vec<f64>)> = vec![(
        format!("highest published ({})", axes[0].table.split),
        "outline highest",
        axes.iter().map(Axis::highest).collect(),
    )];
    for (number, run) in runs.iter().take(MOST_SYSTEMS).enumerate() {
        let values = axes.iter().map(|axis| value(run, axis.column).unwrap_or(0.0));
        let class =
            ["outline o1", "outline o2", "outline o3", "outline o4", "outline o5", "outline o6"]
                [number];
        outlines.push((run.title.clone(), class, values.collect()));
    }
    let most = outlines.iter().flat_map(|(_, _, values)| values).fold(0.0, |a: f64, &b| a.max(b));
    let end = ((most * 10.0).ceil() / 10.0).clamp(0.1, 1.0);
    let mut svg = Svg::new(CENTRE.0 * 2.0, CENTRE.1 * 2.0 + 4.0 + 20.0 * outlines.len() as f64);
    draw_axes(&mut svg, &axes, end);
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
            sources(&axes),
            match runs.len() > MOST_SYSTEMS {
                true => format!(" The first {MOST_SYSTEMS} systems of {}.", runs.len()),
                false => String::new(),
            }
        ),
        svg: svg.finish("Radar of the measures of each system"),
    })
}

/// The bounded columns that some run has, of the first tables for runs of one kind that have enough of them; and these
/// runs. A measure that stands in several tables is one axis.
fn axes<'a>(
    tables: &[(&'a PublishedTable, Vec<&'a Run>)],
) -> Option<(Vec<Axis<'a>>, Vec<&'a Run>)> {
    for (first, runs) in tables {
        let alike =
            |table: &PublishedTable| (&table.words, &table.split) == (&first.words, &first.split);
        let mut axes: Vec<Axis<'a>> = Vec::new();
        for table in tables.iter().map(|(table, _)| *table).filter(|table| alike(table)) {
            for column in table.columns.iter().filter(|column| column.bounded) {
                let known = axes.iter().any(|axis| axis.column.measures == column.measures);
                if !known && runs.iter().any(|run| value(run, column).is_some()) {
                    axes.push(Axis { table, column });
                }
            }
        }
        if axes.len() >= FEWEST_AXES {
            return Some((axes, runs.clone()));
        }
    }
    None
}

impl Axis<'_> {
    fn highest(&self) -> f64 {
        let place = self.table.columns.iter().position(|column| std::ptr::eq(column, self.column));
        let numbers = self.table.rows.iter().filter_map(|row| row.values.get(place?)?.number());
        numbers.fold(0.0, f64::max) / self.table.scale_of(self.column)
    }
}

/// Where the axes are from, each once.
fn sources(axes: &[Axis<'_>]) -> String {
    let mut sources: Vec<&str> = axes.iter().map(|axis| axis.table.source.as_str()).collect();
    sources.dedup();
    sources.join(" and ")
}

fn draw_axes(svg: &mut Svg, axes: &[Axis<'_>], end: f64) {
    for ring in 1..=4 {
        let radius = RADIUS * f64::from(ring) / 4.0;
        let corner = |axis: usize| point(around(CENTRE, radius, axis as f64 / axes.len() as f64));
        let corners: Vec<String> = (0..axes.len()).map(corner).collect();
        svg.path("grid", &format!("M{} Z", corners.join(" L")), "");
    }
    for (place, axis) in axes.iter().enumerate() {
        let turn = place as f64 / axes.len() as f64;
        svg.line("grid", CENTRE, around(CENTRE, RADIUS, turn));
        let (x, y) = around(CENTRE, RADIUS + 14.0, turn);
        let anchor = match x - CENTRE.0 {
            d if d > 8.0 => "start",
            d if d < -8.0 => "end",
            _ => "middle",
        };
        svg.text("axis", (x, y + 4.0), anchor, &axis.column.name);
    }
    svg.text("tick", (CENTRE.0 + 4.0, CENTRE.1 - RADIUS + 12.0), "start", &format!("{end:.1}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::results::{Config, Folder, Metrics, Value};

    fn group(data: &str, split: &str, measures: &[&str]) -> Group {
        let (config, metrics) = (Config::default(), Metrics::default());
        let mut folder = Folder { path: "run".into(), config, metrics };
        folder.config.data.name = data.to_owned();
        folder.config.data.split = split.to_owned();
        let half = |name: &&str| ((*name).to_owned(), Value { value: 0.5, ..Value::default() });
        folder.metrics.measures = measures.iter().map(half).collect();
        let mut group = Group::new(&folder);
        group.runs.push(Run {
            folder,
            title: "Ours".to_owned(),
            measures: Vec::new(),
            scores: Vec::new(),
            labels: Vec::new(),
            has: Vec::new(),
            refused: 0,
        });
        group
    }

    #[test]
    fn measures_of_several_tables_of_a_split_are_axes_of_one_plot() {
        let of = |measures: &[&str]| plot(&group("topiocqa", "dev", measures));
        assert!(of(&["EM", "F1", "Hits@20"]).is_none());
        let plot = of(&["EM", "F1", "Hits@20", "Hits@100"]).unwrap();
        assert!(
            plot.caption.contains("Table 5, section 6 and Table 6, section 6"),
            "{}",
            plot.caption
        );
        assert!(plot.svg.contains("Top-100") && plot.svg.contains("highest published (dev)"));
    }

    #[test]
    fn runs_are_drawn_with_the_table_that_they_belong_to() {
        let paper = paper("circa").unwrap();
        for (place, split) in [
            "relaxed/matched/test",
            "relaxed/unmatched/test",
            "strict/matched/test",
            "strict/unmatched/test",
        ]
        .iter()
        .enumerate()
        {
            let table = &paper.tables[place];
            let names: Vec<&str> = table.columns.iter().map(|c| c.measures[0].as_str()).collect();
            let plot = plot(&group("circa", split, &names)).unwrap();
            assert!(plot.caption.contains(&table.source), "{split}: {}", plot.caption);
            for column in &table.columns {
                assert!(plot.svg.contains(&format!(">{}<", column.name)), "{split}: {}", plot.svg);
            }
        }
    }

    #[test]
    fn questions_that_people_rewrote_are_compared_with_their_own_half_of_the_table() {
        let mut group = group("scai", "test", &["EM", "F1", "ROUGE1-R", "SAS", "BERTScore"]);
        group.runs[0]
            .folder
            .config
            .options
            .insert("questions".to_owned(), "rewritten by people".to_owned());
        let own = with_runs(&paper("scai").unwrap(), &group)
            .iter()
            .map(|(t, runs)| (t.title.clone(), runs.len()))
            .collect::<Vec<_>>();
        assert_eq!(
            own,
            [("Original questions".to_owned(), 0), ("Human rewritten questions".to_owned(), 1)]
        );
        assert!(plot(&group).is_some());
    }
}
