//! The calls that wait in each lane, and how many workers the lane should have.

use std::collections::VecDeque;

use crate::mcp::Lane;

/// How many requests the quick lane holds.
const QUICK_LIMIT: usize = 64;

/// The lanes.
pub const LANES: [Lane; 2] = [Lane::Data, Lane::Quick];

/// One lane.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The serials of the calls that wait, the oldest first.
    pub queue: VecDeque<u64>,
    /// How many calls may be in progress.
    pub limit: usize,
    /// How many workers there should be.
    pub size: usize,
    max: usize,
}

impl Pool {
    /// Takes note that so many calls want a worker at once. What the lane once needed it keeps:
    /// a worker that ends is replaced.
    pub fn grow(&mut self, demand: usize) {
        self.size = self.size.max(demand.min(self.max));
    }
}

/// Both lanes.
#[derive(Clone, Debug)]
pub struct Pools {
    data: Pool,
    quick: Pool,
}

impl Pools {
    /// The data lane starts with one worker, the quick lane gets its only one when it is needed.
    pub fn new(max_concurrent: usize, max_queued: usize) -> Pools {
        let pool = |size, max, limit| Pool {
            queue: VecDeque::new(),
            limit,
            size,
            max,
        };
        Pools {
            data: pool(1, max_concurrent, max_concurrent.saturating_add(max_queued)),
            quick: pool(0, 1, QUICK_LIMIT),
        }
    }

    /// One lane.
    pub fn of(&self, lane: Lane) -> &Pool {
        match lane {
            Lane::Data => &self.data,
            Lane::Quick => &self.quick,
        }
    }

    /// One lane, to be changed.
    pub fn of_mut(&mut self, lane: Lane) -> &mut Pool {
        match lane {
            Lane::Data => &mut self.data,
            Lane::Quick => &mut self.quick,
        }
    }
}
