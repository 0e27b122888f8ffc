//! Giving a call's memory back.

/// Returns what the allocator holds free to the system: glibc keeps it for the next allocation,
/// so without this an idle worker would hold the memory of its largest call.
#[allow(
    unsafe_code,
    reason = "glibc offers malloc_trim through a foreign function only; this is its one call"
)]
pub(crate) fn release() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim takes no pointer, may be called at any time and from any thread, and
    // gives back only memory that no live allocation uses.
    unsafe {
        libc::malloc_trim(0);
    }
}
