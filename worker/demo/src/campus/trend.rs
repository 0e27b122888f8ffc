//! Trend logs: what a controller's points read, step by step.

/// The trended points of one piece of equipment, all on the campus's time grid.
#[derive(Debug, Clone)]
pub(super) struct Trend {
    pub equip: String,
    pub class: &'static str,
    pub points: Vec<Point>,
}

/// One point. A reading that was not logged is NaN.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub role: &'static str,
    pub values: Vec<f64>,
}

impl Trend {
    /// An empty log.
    pub(super) fn new(equip: impl Into<String>, class: &'static str) -> Self {
        Self {
            equip: equip.into(),
            class,
            points: Vec::new(),
        }
    }

    /// Logs one step: the same roles in the same order every time.
    pub(super) fn record(&mut self, readings: &[(&'static str, f64)]) {
        if self.points.is_empty() {
            let point = |&(role, _): &(&'static str, f64)| Point {
                role,
                values: Vec::new(),
            };
            self.points = readings.iter().map(point).collect();
        }
        for (point, &(role, value)) in self.points.iter_mut().zip(readings) {
            debug_assert_eq!(point.role, role);
            let steps = steps_per_unit(role);
            // Adding zero turns the -0.0 of a small negative reading into plain zero.
            point.values.push((value * steps).round() / steps + 0.0);
        }
    }

    /// Loses every reading of the steps picked.
    pub(super) fn lose(&mut self, mut step: impl FnMut(usize) -> bool) {
        let steps = self.points.first().map_or(0, |point| point.values.len());
        for index in (0..steps).filter(|&index| step(index)) {
            for value in self
                .points
                .iter_mut()
                .filter_map(|point| point.values.get_mut(index))
            {
                *value = f64::NAN;
            }
        }
    }
}

/// How finely a controller logs a role: 10 means to a tenth of its unit.
fn steps_per_unit(role: &str) -> f64 {
    match role {
        "duct_static" | "duct_static_sp" | "filter_diff_press" => 100.0,
        "airflow" | "airflow_sp" | "airflow_min_sp" => 0.2,
        _ => 10.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_logged_as_finely_as_their_role_is() {
        let mut trend = Trend::new("AHU-1", "AHU");
        trend.record(&[
            ("supply_air_temp", 55.349),
            ("airflow", 1_013.0),
            ("duct_static", 0.996),
        ]);
        trend.record(&[
            ("supply_air_temp", -0.01),
            ("airflow", 0.0),
            ("duct_static", 1.234),
        ]);
        let values: Vec<_> = trend.points.iter().map(|p| p.values.as_slice()).collect();
        assert_eq!(values, [[55.3, 0.0], [1_015.0, 0.0], [1.0, 1.23]]);
        assert!(
            trend
                .points
                .iter()
                .all(|p| p.values.iter().all(|v| v.is_sign_positive()))
        );
    }

    #[test]
    fn a_lost_step_is_lost_for_every_point() {
        let mut trend = Trend::new("AHU-1", "AHU");
        for value in 0..4 {
            trend.record(&[("oat", f64::from(value)), ("co2", 400.0)]);
        }
        trend.lose(|step| step == 2);
        let lost: Vec<Vec<bool>> = trend
            .points
            .iter()
            .map(|point| point.values.iter().map(|value| value.is_nan()).collect())
            .collect();
        assert_eq!(lost, vec![vec![false, false, true, false]; 2]);
    }
}
