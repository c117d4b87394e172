//! Circa by bags of words: the label from the question, the reply, or both: `circa_bags DATA strict|relaxed`.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;

use grice_lab::data::circa::{DEFAULT_SEED, Scheme, matched};
use grice_lab::data::{DataSet, Row};
use grice_train::{Examples, Kind, Network, Reader, Scale, Settings, fit, predict};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir, scheme] = args.as_slice() else {
        return Err("circa_bags DATA strict|relaxed".into());
    };
    let scheme = if scheme == "strict" { Scheme::Strict } else { Scheme::Relaxed };
    let rows = DataSet::Circa.rows(dir.as_ref(), "all")?.collect::<Result<Vec<Row>, _>>()?;
    let rows = rows.into_iter().filter(|row| scheme.has(row)).collect();
    let parts = matched(rows, DEFAULT_SEED);
    let label = |row: &Row| row.labels.get(scheme.name()).cloned().unwrap_or_default();
    let labels: Vec<String> =
        parts[0].iter().map(label).collect::<BTreeSet<_>>().into_iter().collect();
    let registry = grice_home::registry::open()?;
    let mut settings = Settings::of(Kind::Cbow);
    settings.plan.epochs = 12;
    let reader = Reader::open(Kind::Cbow, &settings.source, None, &registry)?;
    for (name, question, answer) in
        [("question", true, false), ("answer", false, true), ("both", true, true)]
    {
        let read = |rows: &[Row]| -> Result<Examples, Failure> {
            let first: Vec<&str> = rows.iter().map(|row| &*row.first).collect();
            let second: Vec<&str> =
                rows.iter().map(|row| row.second.as_deref().unwrap_or_default()).collect();
            let (first, second) = match (question, answer) {
                (true, true) => (first, Some(second)),
                (true, false) => (first, None),
                _ => (second, None),
            };
            let watch = &mut |_, _| ControlFlow::Continue(());
            let (first, second) =
                reader.read(&first, second.as_deref(), settings.longest, watch)?;
            let number = |row: &Row| labels.binary_search(&label(row)).unwrap_or_default();
            Ok(Examples { first, second, labels: rows.iter().map(number).collect() })
        };
        let [mut train, mut dev, mut test] = [read(&parts[0])?, read(&parts[1])?, read(&parts[2])?];
        let scale = Scale::of(&train.first);
        [&mut train, &mut dev, &mut test].into_iter().for_each(|part| scale.apply_both(part));
        let mut network = Network::new(settings.shape(&train, labels.len()), settings.plan.seed);
        let watch = &mut |_: &grice_train::Progress| ControlFlow::Continue(());
        let fitted = fit(&mut network, &train, &dev, &settings.plan, watch)?;
        let given = predict(&network, &test)?;
        let right = given.iter().zip(&test.labels).filter(|(given, right)| given == right).count();
        let accuracy = 100.0 * right as f64 / test.len() as f64;
        let chosen = 100.0 * fitted.score;
        writeln!(
            std::io::stdout(),
            "{name}: dev {chosen:.1}, test {accuracy:.1} of {}",
            test.len()
        )?;
    }
    Ok(())
}
