//! The packed state: the same recording, to the bit, in fewer bytes.

use fogreel_recorder::{FileState, Replay, Strictness};

use crate::sample;

const ALL: [Strictness; 3] = [Strictness::Strict, Strictness::Tail, Strictness::Salvage];

fn open(bytes: &[u8], strictness: Strictness) -> Replay {
    Replay::from_bytes("match.fogreel", bytes.to_vec(), strictness).unwrap()
}

#[test]
fn both_states_read_the_same() {
    for (live, count) in [0u32, 1, 2, 7, 300, 1500].map(|count| (sample::file(count), count)) {
        let packed = sample::packed(&live);
        assert!(count < 7 || packed.len() < live.len() * 2 / 3, "{count}: {} of {}", packed.len(), live.len());
        for strictness in ALL {
            let [before, after] = [&live, &packed].map(|bytes| open(bytes, strictness));
            assert_eq!(before.state(), FileState::Live);
            assert_eq!(after.state(), if count == 0 { FileState::Live } else { FileState::Packed });
            assert_eq!((before.header(), before.end()), (after.header(), after.end()));
            assert_eq!(before.report(), after.report());
            assert!(after.is_complete() && after.report().is_clean(), "{}", after.report());
            for index in 0..count as usize {
                assert_eq!(*after.timeline().record(index).unwrap(), sample::record(index as u32));
                assert_eq!(after.timeline().summary(index), before.timeline().summary(index));
            }
        }
        assert_eq!(sample::repacked(&packed, FileState::Live), live, "unpacking gives the bytes that were packed");
        assert_eq!(sample::packed(&packed), packed);
    }
}
