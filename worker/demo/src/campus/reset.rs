//! Trim-and-respond setpoint resets (ASHRAE Guideline 36, section 5.1.14).

/// How one setpoint follows the requests of the zones.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrimRespond {
    /// Value while the fan is off and at its start.
    pub start: f64,
    /// Lowest value.
    pub min: f64,
    /// Highest value.
    pub max: f64,
    /// Step of a cycle without enough requests, towards less energy.
    pub trim: f64,
    /// Step for each request that counts, the other way.
    pub respond: f64,
    /// Most a cycle may respond.
    pub respond_max: f64,
}

/// Requests that are always ignored.
const IGNORED: u32 = 2;
/// Cycles in a step of the simulation: one every five minutes.
const CYCLES: usize = 3;

/// Supply-air temperature, °F (table 5.16.2.2).
pub(super) const SUPPLY_AIR: TrimRespond = TrimRespond {
    start: 65.0,
    min: 55.0,
    max: 65.0,
    trim: 0.2,
    respond: -0.3,
    respond_max: -1.0,
};

/// Duct static pressure, in. w.c. (table 5.16.1.2, with the minimum that balancing found).
pub(super) const DUCT_STATIC: TrimRespond = TrimRespond {
    start: 0.5,
    min: 0.2,
    max: 1.5,
    trim: -0.05,
    respond: 0.06,
    respond_max: 0.13,
};

impl TrimRespond {
    /// The setpoint after one step with this many requests in each of its cycles.
    pub(super) fn step(&self, setpoint: f64, requests: u32) -> f64 {
        let change = match requests.saturating_sub(IGNORED) {
            0 => self.trim,
            counted => {
                let respond = f64::from(counted) * self.respond;
                respond
                    .abs()
                    .min(self.respond_max.abs())
                    .copysign(self.respond)
            }
        };
        (0..CYCLES).fold(setpoint, |value, _| {
            (value + change).clamp(self.min, self.max)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setpoints_trim_without_requests_and_respond_within_bounds() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        close(SUPPLY_AIR.step(60.0, 2), 60.6);
        close(SUPPLY_AIR.step(60.0, 3), 59.1);
        close(SUPPLY_AIR.step(60.0, 9), 57.0);
        close(SUPPLY_AIR.step(55.2, 9), 55.0);
        close(DUCT_STATIC.step(0.5, 0), 0.35);
        close(DUCT_STATIC.step(0.5, 12), 0.89);
    }
}
