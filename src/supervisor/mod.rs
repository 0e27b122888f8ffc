//! The supervisor: one process that talks to the client and keeps the workers.

mod record;
mod state;
