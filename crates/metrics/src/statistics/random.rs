//! Random numbers that stay the same: xoshiro256++ (Blackman and Vigna, ACM TOMS 2021), seeded
//! by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).

use std::num::NonZeroUsize;
use std::thread;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A xoshiro256++ generator.
pub(crate) struct Random([u64; 4]);

impl Random {
    /// The generator of one round. Its state is numbers 4r to 4r + 3 of SplitMix64 from `seed`,
    /// so no two rounds of a seed share any.
    pub fn of_round(seed: u64, round: u64) -> Random {
        let mut state = seed.wrapping_add(GOLDEN.wrapping_mul(round.wrapping_mul(4)));
        Random([(); 4].map(|()| split_mix(&mut state)))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let bits = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        bits
    }

    /// A number below `end`. Some are more likely than others by at most `end` / 2⁶⁴.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// What each round gives, in the order of the rounds, on as many threads as there are cores.
pub(crate) fn in_rounds(
    rounds: usize,
    seed: u64,
    round: impl Fn(&mut Random) -> f64 + Sync,
) -> Vec<f64> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    in_rounds_on(threads, rounds, seed, round)
}

fn in_rounds_on(
    threads: usize,
    rounds: usize,
    seed: u64,
    round: impl Fn(&mut Random) -> f64 + Sync,
) -> Vec<f64> {
    let mut results = vec![0.0; rounds];
    let share = rounds.div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        for (part, results) in results.chunks_mut(share).enumerate() {
            let round = &round;
            scope.spawn(move || {
                for (place, result) in results.iter_mut().enumerate() {
                    *result = round(&mut Random::of_round(seed, (part * share + place) as u64));
                }
            });
        }
    });
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_published_xoshiro256plusplus() {
        let mut random = Random([1, 2, 3, 4]);
        let bits: Vec<u64> = (0..5).map(|_| random.bits()).collect();
        let published =
            [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205];
        assert_eq!(bits, published);
    }

    #[test]
    fn a_seed_is_spread_as_published_splitmix64_does() {
        let Random(state) = Random::of_round(1234567, 0);
        let published =
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431];
        assert_eq!(state, published);
    }

    #[test]
    fn the_next_round_starts_where_the_seeding_of_the_last_ended() {
        let Random(state) = Random::of_round(1234567, 1);
        assert_eq!(state[0], 16408922859458223821);
    }

    #[test]
    fn rounds_are_the_same_on_any_number_of_threads() {
        let draw = |random: &mut Random| random.below(1000) as f64;
        let one = in_rounds_on(1, 101, 7, draw);
        for threads in [2, 3, 16, 200] {
            assert_eq!(in_rounds_on(threads, 101, 7, draw), one);
        }
    }

    #[test]
    fn numbers_below_a_bound_are_evenly_spread() {
        let mut random = Random::of_round(3, 0);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
    }
}
