//! The variable-length integers of bincode's standard configuration, for use inside byte blocks.

/// Appends the shortest form of a number.
pub(crate) fn put_varint(bytes: &mut Vec<u8>, value: u64) {
    if let Ok(byte @ 0..=250) = u8::try_from(value) {
        bytes.push(byte);
    } else if let Ok(short) = u16::try_from(value) {
        bytes.push(251);
        bytes.extend_from_slice(&short.to_le_bytes());
    } else if let Ok(word) = u32::try_from(value) {
        bytes.push(252);
        bytes.extend_from_slice(&word.to_le_bytes());
    } else {
        bytes.push(253);
        bytes.extend_from_slice(&value.to_le_bytes());
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
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            assert_eq!(bytes, bincode::encode_to_vec(value, bincode::config::standard()).unwrap());
            assert_eq!(read_varint(&bytes), Some((value, &[][..])));
            assert_eq!(read_varint(&bytes[..bytes.len() - 1]), None);
        }
    }
}
