//! A room as the air handler sees it: one temperature that gains and loses heat.

use super::STEP_HOURS;
use super::random::Random;
use super::schedule::Moment;
use super::weather::Outdoors;

/// Sensible heat of air: Btu/h for each cfm and °F.
pub(super) const AIR_HEAT: f64 = 1.08;

/// Which way the windows look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exposure {
    East,
    South,
    West,
    North,
    /// No windows.
    Core,
}

impl Exposure {
    /// Hour of the strongest sun, and that sun as a share of the design cooling load.
    fn sun(self) -> (f64, f64) {
        match self {
            Self::East => (9.0, 0.15),
            Self::South => (12.5, 0.14),
            Self::West => (16.0, 0.16),
            Self::North => (13.0, 0.04),
            Self::Core => (12.0, 0.0),
        }
    }
}

/// The room's state and size.
#[derive(Debug, Clone)]
pub(super) struct Zone {
    exposure: Exposure,
    /// Cooling load the box was sized for, Btu/h.
    design: f64,
    /// Mean temperature, °F.
    pub temp: f64,
    /// Today's people and plug loads against an ordinary day.
    use_today: f64,
    random: Random,
}

impl Zone {
    /// A room whose box was sized to this airflow, in cfm.
    pub(super) fn new(name: &str, exposure: Exposure, max_cfm: f64) -> Self {
        Self {
            exposure,
            design: AIR_HEAT * max_cfm * 19.0,
            temp: 70.5,
            use_today: 1.0,
            random: Random::named(name),
        }
    }

    /// One step with this much air at this temperature blown in.
    pub(super) fn step(&mut self, now: &Moment, outdoors: &Outdoors, cfm: f64, discharge: f64) {
        if now.hour == 0.0 {
            self.use_today = self.random.between(0.85, 1.15);
        }
        let perimeter = self.exposure != Exposure::Core;
        let (peak, strength) = self.exposure.sun();
        let sun =
            strength * outdoors.clearness * (1.0 - ((now.hour - peak) / 5.0).powi(2)).max(0.0);
        let people = if now.occupied {
            0.32 * self.use_today
        } else {
            0.06
        };
        // Shell loss at 30 °F of difference, as a share of the design cooling load.
        let loss = if perimeter { 0.22 } else { 0.15 };
        let shell = loss * (outdoors.oat - self.temp) / 30.0;
        let air = AIR_HEAT * cfm * (discharge - self.temp) / self.design;
        // At full design load and no cooling the room warms this fast, °F an hour.
        let rate = 2.5 * (sun + people + shell + air);
        self.temp += rate * STEP_HOURS + self.random.noise(0.03);
    }
}
