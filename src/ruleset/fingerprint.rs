//! A short name for the rules themselves, so that a replay can tell that they were edited.

use sha2::{Digest, Sha256};

/// Returns 16 hexadecimal digits of the SHA-256 of texts; line ends count alike everywhere.
pub(super) fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        for line in text.lines() {
            hash.update(line.as_bytes());
            hash.update([b'\n']);
        }
        // A boundary that no text can hold.
        hash.update([0]);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&hash.finalize()[..8]);
    format!("{:016x}", u64::from_be_bytes(first))
}
