//! Regret, and whose fault it is.

/// What a belief lacks against the reference, told apart by when it was lost. Both parts in bits; they sum to the whole.
///
/// F is what the belief before this record would have become, had the record been read right. Where F itself excludes
/// what the reference allows, nothing of that can be laid to this turn: the inherited part is infinite, and the local one
/// counts what F still allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// log₂ r − log₂ F: what the belief before had lost already. Infinite if F excludes what r allows.
    pub inherited_bits: f64,
    /// log₂ F − log₂ b: lost by how this record was read. Infinite if b excludes what F allows; negative where the belief
    /// makes up for an earlier loss.
    pub local_bits: f64,
}

impl Regret {
    /// At the truth. `None` if the reference excludes it, as one under a wrong model of the opponent can.
    pub fn at(truth: usize, reference: &[f64], fair: Option<&[f64]>, belief: &[f64]) -> Option<Self> {
        let at = |values: &[f64]| values.get(truth).copied().unwrap_or(0.0);
        (at(reference) > 0.0).then(|| Self::of(1.0, at(reference), fair.map_or(0.0, at), at(belief)))
    }

    /// Expected under the reference: the sum is KL(r ‖ b). Needs no truth.
    pub fn expected(reference: &[f64], fair: Option<&[f64]>, belief: &[f64]) -> Self {
        let mut sum = Self { inherited_bits: 0.0, local_bits: 0.0 };
        for (element, (r, b)) in reference.iter().zip(belief).enumerate().filter(|(_, (r, _))| **r > 0.0) {
            let fair = fair.map_or(0.0, |fair| fair[element]);
            let part = Self::of(*r, *r, fair, *b);
            sum.inherited_bits += part.inherited_bits;
            sum.local_bits += part.local_bits;
        }
        sum
    }

    fn of(weight: f64, reference: f64, fair: f64, belief: f64) -> Self {
        let bits = |from: f64, to: f64| weight * (from.log2() - to.log2());
        if fair > 0.0 {
            Self { inherited_bits: bits(reference, fair), local_bits: bits(fair, belief) }
        } else {
            Self { inherited_bits: f64::INFINITY, local_bits: 0.0 }
        }
    }

    /// Both together.
    pub fn total_bits(self) -> f64 {
        self.inherited_bits + self.local_bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_excluded_before_is_inherited() {
        let (r, f, b) = ([0.5, 0.5], [1.0, 0.0], [0.25, 0.75]);
        let regret = Regret::at(1, &r, Some(&f), &b).expect("possible");
        assert_eq!((regret.inherited_bits, regret.local_bits), (f64::INFINITY, 0.0));
        let regret = Regret::expected(&r, Some(&f), &b);
        assert_eq!((regret.inherited_bits, regret.local_bits), (f64::INFINITY, 1.0));
        // And what is excluded now is this turn's fault.
        let regret = Regret::at(1, &r, Some(&b), &f).expect("possible");
        assert_eq!((regret.inherited_bits, regret.local_bits), (0.5f64.log2() - 0.75f64.log2(), f64::INFINITY));
        assert_eq!(Regret::at(1, &f, Some(&r), &b), None, "the reference itself is wrong");
        assert_eq!(Regret::at(1, &r, None, &b).map(|regret| regret.inherited_bits), Some(f64::INFINITY));
    }
}
