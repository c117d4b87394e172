//! A line on the standard error that shows how far long work is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Does work while a bar is drawn, unless it is to be quiet.
pub fn with_bar<T>(
    quiet: bool,
    mut draw: impl FnMut(&ProgressBar) + Send,
    work: impl FnOnce(&ProgressBar) -> T,
) -> T {
    let target = match quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr_with_hz(8),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let drawing = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                draw(&bar);
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work(&bar);
        done.store(true, Ordering::Relaxed);
        drawing.thread().unpark();
        result
    })
}

/// Begins a bar of a length, with a style as indicatif writes it.
pub fn begin(bar: &ProgressBar, length: u64, style: &str) {
    bar.reset();
    bar.set_length(length);
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
}
