//! Turns in a fixed order, for work that several threads do and that must be decided one by one.

use parking_lot::{Condvar, Mutex};

/// Lets number 0 pass, then 1, and so on.
#[derive(Debug, Default)]
pub(crate) struct Order {
    next: Mutex<u64>,
    passed: Condvar,
}

/// A number's turn, which ends when it is dropped, waited for or not.
#[derive(Debug)]
pub(crate) struct Turn<'o> {
    order: &'o Order,
    number: u64,
}

impl Order {
    /// The turn of a number. Each number must have one, and only one.
    pub(crate) fn turn(&self, number: u64) -> Turn<'_> {
        Turn { order: self, number }
    }
}

impl Turn<'_> {
    /// Waits until all numbers before have had their turn.
    pub(crate) fn wait(&self) {
        let mut next = self.order.next.lock();
        while *next < self.number {
            self.order.passed.wait(&mut next);
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.wait();
        *self.order.next.lock() = self.number + 1;
        self.order.passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_in_order_whoever_is_first() {
        let order = Order::default();
        let seen = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for number in [3, 1, 0, 2] {
                let (order, seen) = (&order, &seen);
                scope.spawn(move || {
                    let turn = order.turn(number);
                    // A turn that is only dropped has its place all the same.
                    if number != 1 {
                        turn.wait();
                        seen.lock().push(number);
                    }
                });
            }
        });
        assert_eq!(*seen.lock(), [0, 2, 3]);
    }
}
