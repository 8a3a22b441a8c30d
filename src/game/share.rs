//! Memory that several have together.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory of this process that is shared out equally among all who use it.
#[derive(Debug)]
pub struct Room {
    bytes: usize,
    sharing: AtomicUsize,
}

/// The share of one of them, as long as this lives.
#[derive(Debug)]
pub struct Share(&'static Room);

impl Room {
    /// Makes room of so many bytes.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self {
            bytes,
            sharing: AtomicUsize::new(0),
        }
    }

    /// Returns a share for one more.
    #[must_use]
    pub fn share(&'static self) -> Share {
        self.sharing.fetch_add(1, Ordering::Relaxed);
        Share(self)
    }
}

impl Share {
    /// Returns how many bytes it is now. It becomes less when others come, and more when they go.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes / self.0.sharing.load(Ordering::Relaxed).max(1)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.0.sharing.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static ROOM: Room = Room::new(1200);

    #[test]
    fn whoever_goes_leaves_his_share_to_the_others() {
        let first = ROOM.share();
        assert_eq!(first.bytes(), 1200);
        let others = [ROOM.share(), ROOM.share()];
        assert_eq!([&first, &others[1]].map(Share::bytes), [400, 400]);
        drop(others);
        assert_eq!(first.bytes(), 1200);
    }
}
