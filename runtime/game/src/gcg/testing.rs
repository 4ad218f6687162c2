//! Records for tests.

use super::{Gcg, GcgError, GcgStep};

/// The record of a text that needs no repair. The players are `a` and `b`.
#[track_caller]
pub(super) fn gcg(lines: &str) -> Gcg {
    let text = format!("#player1 a A\n#player2 b B\n{lines}");
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(repairs, []);
    gcg
}

/// The repairs of steps as text.
pub(super) fn repairs<'g, 'r>(
    steps: impl IntoIterator<Item = Result<GcgStep<'g, 'r>, GcgError>>,
) -> Vec<String> {
    let steps = steps.into_iter().map(|step| step.unwrap());
    let repairs = steps.flat_map(|step| step.repairs);
    repairs.map(|repair| repair.to_string()).collect()
}
