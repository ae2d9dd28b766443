//! The variable-length integers of bincode's standard configuration, for lists and for use inside byte blocks.

use bincode::enc::{Encode, Encoder, write::Writer};
use bincode::error::EncodeError;

/// Writes the shortest form of a number. Nearly all numbers in bodies are a byte.
#[inline]
pub(crate) fn put<E: Encoder>(encoder: &mut E, value: u64) -> Result<(), EncodeError> {
    match u8::try_from(value) {
        Ok(byte @ 0..=250) => encoder.writer().write(&[byte]),
        _ => value.encode(encoder),
    }
}

/// Appends the shortest form of a number.
pub(crate) fn append(bytes: &mut Vec<u8>, value: u64) {
    let (marker, width) = match value {
        0..=250 => (value as u8, 0),
        251..=0xFFFF => (251, 2),
        0x1_0000..=0xFFFF_FFFF => (252, 4),
        _ => (253, 8),
    };
    bytes.push(marker);
    bytes.extend_from_slice(&value.to_le_bytes()[..width]);
}

/// Bytes of the shortest form of a number.
pub(crate) const fn len(value: u64) -> usize {
    match value {
        0..=250 => 1,
        251..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// Reads a number, and returns what follows it; `None` if it is cut or longer than 64 bits.
pub(crate) fn read_varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    let len = match first {
        0..=250 => return Some((u64::from(first), rest)),
        251 => 2,
        252 => 4,
        253 => 8,
        _ => return None,
    };
    let (number, rest) = rest.split_at_checked(len)?;
    Some((number.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_as_bincode() {
        for value in [0, 1, 250, 251, 255, 256, 65_535, 65_536, u64::from(u32::MAX), 1 << 32, u64::MAX] {
            let bytes = bincode::encode_to_vec(value, bincode::config::standard()).unwrap();
            assert_eq!(bytes.len(), len(value));
            let mut appended = Vec::new();
            append(&mut appended, value);
            assert_eq!(appended, bytes);
            assert_eq!(read_varint(&bytes), Some((value, &[][..])));
            assert_eq!(read_varint(&bytes[..bytes.len() - 1]), None);
        }
    }
}
