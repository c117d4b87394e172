//! Tables: CALS (`tgroup`, `row`, `entry`) and HTML (`tr`, `td`).

use std::collections::HashMap;

use super::Reader;
use crate::grid::Grid;
use crate::xml::Element;

impl Reader<'_> {
    pub(super) fn table(&mut self, element: Element) {
        for child in element.elements() {
            match child.name() {
                "title" | "caption" => self.caption(child),
                name if super::elements::is_info(name) => self.info(child, false),
                _ => {}
            }
        }
        let groups: Vec<Element> = element.elements().filter(|e| e.name() == "tgroup").collect();
        match groups.is_empty() {
            true => self.group(element),
            false => groups.into_iter().for_each(|group| self.group(group)),
        }
        self.write_notes();
    }

    fn group(&mut self, group: Element) {
        let mut grid = Grid::default();
        let columns = columns(group);
        for part in group.elements() {
            match part.name() {
                "row" | "tr" => self.row(part, is_head(part), &columns, &mut grid),
                "thead" | "tbody" | "tfoot" => {
                    for row in part.elements().filter(|e| matches!(e.name(), "row" | "tr")) {
                        let head = part.name() == "thead" || is_head(row);
                        self.row(row, head, &columns, &mut grid);
                    }
                }
                // Pictures of what the table would say.
                "mediaobject" | "textobject" => self.element(part),
                _ => {}
            }
        }
        grid.write(&mut self.builder);
    }

    fn row(&mut self, row: Element, head: bool, columns: &HashMap<String, usize>, grid: &mut Grid) {
        for cell in row.elements() {
            let words = match cell.name() {
                "entry" | "td" | "th" | "entrytbl" => self.words(cell),
                _ => continue,
            };
            let number = |name: &str| cell.attribute(name).and_then(|n| n.trim().parse().ok());
            let place = |name: &str| cell.attribute(name).and_then(|n| columns.get(&n).copied());
            let named = place("namest").zip(place("nameend"));
            let width = named.map(|(from, to)| to.saturating_sub(from).saturating_add(1));
            let width = width.or_else(|| number("colspan")).unwrap_or(1);
            let height = number("morerows").map(|more: usize| more.saturating_add(1));
            let height = height.or_else(|| number("rowspan")).unwrap_or(1);
            grid.cell(&words, cell.at(), width, height);
        }
        grid.end_row(head);
    }
}

/// A row of HTML that has nothing but heads.
fn is_head(row: Element) -> bool {
    row.name() == "tr"
        && row.elements().next().is_some()
        && row.elements().all(|e| e.name() == "th")
}

/// The places of the columns by their names.
fn columns(group: Element) -> HashMap<String, usize> {
    let specs = group.elements().filter(|e| e.name() == "colspec").enumerate();
    specs.filter_map(|(place, spec)| Some((spec.attribute("colname")?, place))).collect()
}
