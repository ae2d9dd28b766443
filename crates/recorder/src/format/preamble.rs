//! The first 24 bytes of a file.

/// First bytes of every recording: a byte that is no ASCII, a name, and line ends that a text-mode transfer destroys.
pub const MAGIC: [u8; 8] = *b"\xF7FOG\r\n\x1A\n";
/// Major version that this module writes and reads.
pub const MAJOR: u16 = 1;
/// Minor version that this module writes.
pub const MINOR: u16 = 0;

/// Magic, version and nonce. Its layout is the same in every version of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preamble {
    /// A reader of another major version cannot read the file.
    pub major: u16,
    /// Raised by additions that older readers may ignore.
    pub minor: u16,
    /// A random number that marks the frames of this file.
    pub nonce: u64,
}

/// Why 24 bytes are no preamble.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PreambleFault {
    /// The magic is another.
    Magic,
    /// The magic is right, the checksum is not.
    Checksum { stored: u32, computed: u32 },
}

impl Preamble {
    /// Bytes of an encoded preamble.
    pub const LEN: usize = 24;

    /// The bytes.
    pub fn encode(self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&self.major.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.minor.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.nonce.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..20]);
        bytes[20..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes; any version passes.
    pub(crate) fn parse(bytes: &[u8; Self::LEN]) -> Result<Self, PreambleFault> {
        let [m0, m1, m2, m3, m4, m5, m6, m7, a0, a1, i0, i1, n0, n1, n2, n3, n4, n5, n6, n7, c0, c1, c2, c3] = *bytes;
        if [m0, m1, m2, m3, m4, m5, m6, m7] != MAGIC {
            return Err(PreambleFault::Magic);
        }
        let (stored, computed) = (u32::from_le_bytes([c0, c1, c2, c3]), crc32fast::hash(&bytes[..20]));
        if !super::is_intact(stored, computed) {
            return Err(PreambleFault::Checksum { stored, computed });
        }
        Ok(Self {
            major: u16::from_le_bytes([a0, a1]),
            minor: u16::from_le_bytes([i0, i1]),
            nonce: u64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7]),
        })
    }
}
