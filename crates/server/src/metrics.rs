//! How the server fares, for Prometheus.

use std::sync::atomic::{AtomicI64, AtomicU64};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds of a request's seconds.
const SECONDS: [f64; 12] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The counters and times of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter<u64, AtomicU64>>,
    seconds: Family<Route, Histogram>,
    turns: Family<Turned, Counter<u64, AtomicU64>>,
    turn_seconds: Histogram,
    waiting: Gauge<i64, AtomicI64>,
    conversations: Gauge<i64, AtomicI64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: String,
    method: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Turned {
    kind: String,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let metrics = Metrics {
            registry: Registry::with_prefix("grice"),
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            turns: Family::default(),
            turn_seconds: Histogram::new(SECONDS),
            waiting: Gauge::default(),
            conversations: Gauge::default(),
        };
        metrics.registered()
    }
}

impl Metrics {
    fn registered(mut self) -> Metrics {
        let registry = &mut self.registry;
        registry.register("requests", "Requests answered", self.requests.clone());
        registry.register("request_seconds", "How long they took", self.seconds.clone());
        registry.register("turns", "Turns taken, by the kind of reply", self.turns.clone());
        registry.register("turn_seconds", "How long turns took", self.turn_seconds.clone());
        registry.register("waiting", "Turns that wait for a worker", self.waiting.clone());
        registry.register("streams", "Replies being streamed", self.conversations.clone());
        self
    }

    /// Counts a request that was answered. The route is its pattern, never what was asked.
    pub fn answered(&self, route: &str, method: &str, status: u16, took: Duration) {
        let labels = Answered { route: route.to_owned(), method: method.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        let labels = Route { route: route.to_owned() };
        self.seconds.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Counts a turn.
    pub fn turned(&self, kind: &str, took: Duration) {
        self.turns.get_or_create(&Turned { kind: kind.to_owned() }).inc();
        self.turn_seconds.observe(took.as_secs_f64());
    }

    /// A reply that begins to be streamed; it is counted as long as what is returned lives.
    pub fn streaming(&self) -> Streaming {
        self.conversations.inc();
        Streaming(self.conversations.clone())
    }

    /// All of it as text.
    pub fn text(&self, waiting: usize) -> String {
        self.waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// A reply that is being streamed.
pub struct Streaming(Gauge<i64, AtomicI64>);

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_written() {
        let metrics = Metrics::default();
        metrics.answered("/api/ask", "POST", 200, Duration::from_millis(20));
        metrics.turned("span", Duration::from_millis(300));
        let streaming = metrics.streaming();
        let text = metrics.text(3);
        assert!(
            text.contains(
                "grice_requests_total{route=\"/api/ask\",method=\"POST\",status=\"200\"} 1"
            ),
            "{text}"
        );
        assert!(text.contains("grice_waiting 3") && text.contains("grice_streams 1"), "{text}");
        drop(streaming);
        assert!(metrics.text(0).contains("grice_streams 0"));
    }
}
