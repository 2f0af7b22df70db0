//! Numbers that a seed fixes: the same on every machine and in every version. Nothing secret.

/// Vigna's `SplitMix64`.
#[derive(Debug, Clone)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The sequence of this number among those of a seed.
    pub fn of(seed: u64, number: usize) -> Self {
        let mut random = Self(seed);
        let start = random.next();
        // Begun at neighbouring numbers themselves, sequences would be shifts of one another.
        random.0 = start.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self(random.next())
    }

    /// The next 64 bits.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 to `end` − 1; 0 for an `end` of 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or(0)
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix;

    #[test]
    fn every_order_comes_about_as_often() {
        let mut seen = std::collections::BTreeMap::new();
        for number in 0..6000 {
            let mut items = [0, 1, 2];
            SplitMix::of(1, number).shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (900..1100).contains(count)), "{seen:?}");
    }
}
