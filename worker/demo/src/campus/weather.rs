//! An invented spring of a temperate inland climate.

use std::f64::consts::TAU;

use super::random::Random;
use super::schedule::Moment;
use super::trend::Trend;
use crate::clock::DAY;

/// Outdoor conditions of one step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outdoors {
    /// Dry-bulb temperature, °F.
    pub oat: f64,
    /// Share of the clear-sky sun that reaches the ground, 0 to 1.
    pub clearness: f64,
}

/// What one day adds to the season: a warm or cold spell, and clouds.
#[derive(Debug, Clone, Copy, Default)]
struct Day {
    anomaly: f64,
    swing: f64,
    clearness: f64,
}

/// The weather of the whole period, and the station that trends it.
pub(super) struct Weather {
    start: i64,
    days: Vec<Day>,
    sensors: Random,
    pub trend: Trend,
}

impl Weather {
    /// The weather of these times, the first of them at a midnight.
    pub(super) fn new(times: &[i64]) -> Self {
        let start = times.first().copied().unwrap_or_default();
        let length = times.last().map_or(0, |last| (last - start) / DAY);
        let mut random = Random::named("weather");
        let mut anomaly = 0.0;
        // One day more, for the last evening to lean towards.
        let days = (0..=length + 1)
            .map(|_| {
                anomaly = 0.7 * anomaly + random.noise(4.0);
                let clearness = random.between(0.35, 1.0);
                // Clear days swing more between night and afternoon.
                Day {
                    anomaly,
                    swing: 6.0 + 7.0 * clearness,
                    clearness,
                }
            })
            .collect();
        Self {
            start,
            days,
            sensors: Random::named("weather station"),
            trend: Trend::new("WEATHER", "WEATHER"),
        }
    }

    /// Conditions at a moment of the period, which are also trended.
    pub(super) fn step(&mut self, now: &Moment) -> Outdoors {
        let elapsed = (now.time - self.start) as f64 / DAY as f64;
        let today = self.day(elapsed as usize);
        let tomorrow = self.day(elapsed as usize + 1);
        let lean = elapsed.fract();
        let between = |a: f64, b: f64| a + (b - a) * lean;

        let season = 54.0 + 0.30 * elapsed;
        let daily = -((now.hour - 3.5) / 24.0 * TAU).cos() * between(today.swing, tomorrow.swing);
        let anomaly = between(today.anomaly, tomorrow.anomaly);
        let oat = season + anomaly + daily + self.sensors.noise(0.2);
        // The air mass keeps its moisture through the day, so humidity falls as it warms.
        let dewpoint = (season - 12.0 + 0.8 * anomaly).min(oat - 1.0);
        let rh = 100.0 * saturation_pressure(dewpoint) / saturation_pressure(oat);
        let rh = (rh + self.sensors.noise(0.5)).clamp(5.0, 100.0);
        let wetbulb = wet_bulb(oat, rh);
        self.trend
            .record(&[("oat", oat), ("outdoor_rh", rh), ("wetbulb_temp", wetbulb)]);
        Outdoors {
            oat,
            clearness: today.clearness,
        }
    }

    fn day(&self, index: usize) -> Day {
        self.days.get(index).copied().unwrap_or_default()
    }
}

/// Water-vapour pressure at saturation up to a constant factor, from °F (the Magnus formula with
/// the coefficients of Alduchov and Eskridge, 1996).
fn saturation_pressure(fahrenheit: f64) -> f64 {
    let celsius = (fahrenheit - 32.0) / 1.8;
    (17.625 * celsius / (celsius + 243.04)).exp()
}

/// Wet bulb at sea level from dry bulb and relative humidity, both in °F and % (R. Stull,
/// "Wet-bulb temperature from relative humidity and air temperature", 2011).
fn wet_bulb(oat: f64, rh: f64) -> f64 {
    let t = (oat - 32.0) / 1.8;
    let celsius = t * (0.151_977 * (rh + 8.313_659).sqrt()).atan() + (t + rh).atan()
        - (rh - 1.676_331).atan()
        + 0.003_918_38 * rh.powf(1.5) * (0.023_101 * rh).atan()
        - 4.686_035;
    (celsius * 1.8 + 32.0).min(oat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn humidity_agrees_with_published_values() {
        // Stull's own example: 20 °C at 50 % has its wet bulb at 13.7 °C.
        assert!((wet_bulb(68.0, 50.0) - 56.66).abs() < 0.1);
        // Psychrometric chart: 20 °C with its dew point at 9.3 °C is 50 % humid.
        let rh = 100.0 * saturation_pressure(48.7) / saturation_pressure(68.0);
        assert!((rh - 50.0).abs() < 0.5, "{rh}");
    }

    #[test]
    fn every_step_is_possible_weather() {
        let times = crate::clock::every(crate::clock::date(2025, 4, 21), DAY / 96, 42 * 96);
        let mut weather = Weather::new(&times);
        for &time in &times {
            weather.step(&Moment::at(time));
        }
        let [oat, rh, wetbulb] = weather.trend.points.as_slice() else {
            panic!()
        };
        for ((&oat, &rh), &wetbulb) in oat.values.iter().zip(&rh.values).zip(&wetbulb.values) {
            assert!((25.0..105.0).contains(&oat), "{oat}");
            assert!((5.0..=100.0).contains(&rh), "{rh}");
            assert!(wetbulb <= oat + 0.1, "{wetbulb} {oat}");
        }
    }
}
