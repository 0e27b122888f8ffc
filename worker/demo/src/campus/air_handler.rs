//! A variable-volume air handler: mixing box, preheat coil, chilled-water coil and supply fan,
//! with the boxes it serves.

use super::STEP_HOURS;
use super::random::Random;
use super::reset::{DUCT_STATIC, SUPPLY_AIR};
use super::schedule::Moment;
use super::trend::Trend;
use super::vav_box::{BoxDemand, SupplyAir, VavBox};
use super::weather::Outdoors;
use super::zone::AIR_HEAT;

/// What is wrong with an air handler. The default is nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AirHandlerFaults {
    /// The fan never stops.
    pub always_on: bool,
    /// The supply air is held at its lowest setpoint, whatever the zones ask for.
    pub no_reset: bool,
    /// The outdoor-air damper never opens past its minimum.
    pub no_economizer: bool,
    /// Until this time the preheat valve is never told to close below this position, %.
    pub preheat_floor: Option<(i64, f64)>,
    /// From this time on the shut preheat valve passes as much as one open this far, %.
    pub preheat_leak: Option<(i64, f64)>,
}

/// Loads of one air handler and its boxes on the plants, Btu/h.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Loads {
    /// Cooling coil, moisture included.
    pub cooling: f64,
    /// Preheat and reheat coils.
    pub heating: f64,
}

/// Heat of the supply fan, °F.
const FAN_HEAT: f64 = 1.5;
/// Minimum outdoor air, % of damper and of air.
const MIN_OUTDOOR_AIR: f64 = 20.0;
/// Outdoor air that a shut damper lets through, %.
const DAMPER_LEAKAGE: f64 = 8.0;
/// Dry-bulb high limit of the economizer, °F.
const HIGH_LIMIT: f64 = 65.0;
/// Temperature drop of the whole design airflow through a full-open cooling coil, °F.
const COOLING_DROP: f64 = 34.0;
/// Temperature rise of the whole design airflow through a full-open preheat coil, °F.
const PREHEAT_RISE: f64 = 30.0;

/// One air handler.
pub(super) struct AirHandler {
    boxes: Vec<VavBox>,
    design_cfm: f64,
    faults: AirHandlerFaults,
    sensors: Random,
    sat_sp: f64,
    static_sp: f64,
    sat: f64,
    /// Return air of the last step, °F, when the fan was on.
    return_temp: Option<f64>,
    requests: (u32, u32),
    steps: usize,
    trend: Trend,
}

impl AirHandler {
    /// An air handler of this design airflow, in cfm, over these boxes.
    pub(super) fn new(
        name: &str,
        design_cfm: f64,
        boxes: Vec<VavBox>,
        faults: AirHandlerFaults,
    ) -> Self {
        Self {
            boxes,
            design_cfm,
            faults,
            sensors: Random::named(name),
            sat_sp: SUPPLY_AIR.start,
            static_sp: DUCT_STATIC.start,
            sat: 70.0,
            return_temp: None,
            requests: (0, 0),
            steps: 0,
            trend: Trend::new(name, "AHU"),
        }
    }

    /// The logs of the unit and of its boxes.
    pub(super) fn into_trends(self) -> impl Iterator<Item = Trend> {
        std::iter::once(self.trend).chain(self.boxes.into_iter().map(|unit| unit.trend))
    }

    /// Whether it ran warm enough in the last step to want chilled water outside its schedule.
    pub(super) fn calls_for_cooling(&self, now: &Moment) -> bool {
        self.return_temp.is_some_and(|rat| wants_cooling(now, rat))
    }

    /// One step of the unit and its boxes, with chilled water or without.
    pub(super) fn step(&mut self, now: &Moment, outdoors: &Outdoors, chilled: bool) -> Loads {
        let fan_on = now.running || self.faults.always_on;
        let sat_sp = self.reset(outdoors, fan_on);
        let air = SupplyAir {
            temp: self.sat,
            static_pressure: if fan_on { self.static_sp } else { 0.0 },
            fan_on,
        };
        let mut total = BoxDemand::default();
        for unit in &mut self.boxes {
            let demand = unit.step(now, outdoors, &air);
            total.cfm += demand.cfm;
            total.returned += demand.returned;
            total.reheat += demand.reheat;
            total.sat_requests += demand.sat_requests;
            total.static_requests += demand.static_requests;
        }
        self.requests = if fan_on {
            (total.sat_requests, total.static_requests)
        } else {
            (0, 0)
        };
        self.steps += 1;
        if fan_on && total.cfm > 0.0 {
            self.run(now, outdoors, chilled, sat_sp, &total)
        } else {
            self.rest(now, outdoors, sat_sp);
            Loads::default()
        }
    }

    /// Moves both resets with the requests of the last step and returns the supply-air setpoint:
    /// what the requests make it in cool weather, falling to its minimum between 60 and 70 °F
    /// outdoors (section 5.16.2.2).
    fn reset(&mut self, outdoors: &Outdoors, fan_on: bool) -> f64 {
        if fan_on {
            self.sat_sp = SUPPLY_AIR.step(self.sat_sp, self.requests.0);
            self.static_sp = DUCT_STATIC.step(self.static_sp, self.requests.1);
        } else {
            self.sat_sp = SUPPLY_AIR.start;
            self.static_sp = DUCT_STATIC.start;
        }
        if self.faults.no_reset {
            return SUPPLY_AIR.min;
        }
        let warm = ((outdoors.oat - 60.0) / 10.0).clamp(0.0, 1.0);
        self.sat_sp + (SUPPLY_AIR.min - self.sat_sp) * warm
    }

    /// A step with the fan on.
    fn run(
        &mut self,
        now: &Moment,
        outdoors: &Outdoors,
        chilled: bool,
        sat_sp: f64,
        total: &BoxDemand,
    ) -> Loads {
        let cfm = total.cfm;
        let rat = total.returned / cfm + 0.7;
        self.return_temp = Some(rat);
        let coil_target = sat_sp - FAN_HEAT;
        let damper = self.outdoor_air_damper(now, outdoors, rat, coil_target);
        let mixed = rat + (outdoors.oat - rat) * damper.max(DAMPER_LEAKAGE) / 100.0;

        let design = AIR_HEAT * self.design_cfm;
        let preheat = 100.0 * AIR_HEAT * cfm * (coil_target - mixed) / (design * PREHEAT_RISE);
        let preheat = preheat.clamp(self.preheat_floor(now), 100.0);
        let passing = preheat.max(self.preheat_leak(now));
        let heating = passing / 100.0 * design * PREHEAT_RISE;
        let heated = mixed + heating / (AIR_HEAT * cfm);

        let cooling_needed = AIR_HEAT * cfm * (heated - coil_target);
        let enabled = chilled && wants_cooling(now, rat);
        let cool_valve = if enabled {
            (cooling_needed / (design * COOLING_DROP)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let cooling = cool_valve * design * COOLING_DROP;
        self.sat = heated - cooling / (AIR_HEAT * cfm) + FAN_HEAT;

        let flow = cfm / self.design_cfm;
        let speed = 100.0 * (0.6 * flow + 0.4 * (self.static_sp / DUCT_STATIC.max).sqrt());
        // A filter loads up over the weeks.
        let weeks = self.steps as f64 * STEP_HOURS / 168.0;
        let filter = (0.45 + 0.02 * weeks) * flow * flow;
        let noise = &mut self.sensors;
        self.trend.record(&[
            ("supply_air_temp", self.sat + noise.noise(0.2)),
            ("supply_air_temp_sp", sat_sp),
            ("mixed_air_temp", mixed + noise.noise(0.3)),
            ("return_air_temp", rat + noise.noise(0.15)),
            ("oa_damper", damper),
            ("cool_valve", 100.0 * cool_valve),
            ("heat_valve", preheat),
            ("airflow", cfm * (1.0 + noise.noise(0.01))),
            ("duct_static", (self.static_sp + noise.noise(0.02)).max(0.0)),
            ("duct_static_sp", self.static_sp),
            ("supply_fan_status", 1.0),
            (
                "supply_fan_speed",
                (speed + noise.noise(1.2)).clamp(20.0, 100.0),
            ),
            ("filter_diff_press", (filter + noise.noise(0.01)).max(0.0)),
            ("sat_reset_requests", f64::from(total.sat_requests)),
            ("occupancy", f64::from(u8::from(now.occupied))),
        ]);
        Loads {
            cooling: 1.2 * cooling,
            heating: heating + total.reheat,
        }
    }

    /// A step with the fan off: dampers and valves shut, sensors drift to the plant room.
    fn rest(&mut self, now: &Moment, outdoors: &Outdoors, sat_sp: f64) {
        self.return_temp = None;
        self.sat += (71.0 + 0.1 * (outdoors.oat - 60.0) - self.sat) * 0.2;
        let noise = &mut self.sensors;
        self.trend.record(&[
            ("supply_air_temp", self.sat + noise.noise(0.2)),
            ("supply_air_temp_sp", sat_sp),
            (
                "mixed_air_temp",
                self.sat + 0.15 * (outdoors.oat - self.sat) + noise.noise(0.3),
            ),
            ("return_air_temp", 72.5 + noise.noise(0.2)),
            ("oa_damper", 0.0),
            ("cool_valve", 0.0),
            ("heat_valve", 0.0),
            ("airflow", 0.0),
            ("duct_static", noise.noise(0.005).max(0.0)),
            ("duct_static_sp", self.static_sp),
            ("supply_fan_status", 0.0),
            ("supply_fan_speed", 0.0),
            ("filter_diff_press", 0.0),
            ("sat_reset_requests", 0.0),
            ("occupancy", f64::from(u8::from(now.occupied))),
        ]);
    }

    /// Damper position, %, and so the share of outdoor air: shut while nobody is in, at its
    /// minimum when outdoor air does not help, else as far open as the mixed air wants it.
    fn outdoor_air_damper(&self, now: &Moment, outdoors: &Outdoors, rat: f64, target: f64) -> f64 {
        let least = if now.occupied { MIN_OUTDOOR_AIR } else { 0.0 };
        let helps = wants_cooling(now, rat) && outdoors.oat < HIGH_LIMIT.min(rat - 2.0);
        if self.faults.no_economizer || !helps {
            return least;
        }
        (100.0 * (rat - target) / (rat - outdoors.oat)).clamp(least, 100.0)
    }

    fn preheat_floor(&self, now: &Moment) -> f64 {
        match self.faults.preheat_floor {
            Some((until, floor)) if now.time < until && now.running => floor,
            _ => 0.0,
        }
    }

    fn preheat_leak(&self, now: &Moment) -> f64 {
        match self.faults.preheat_leak {
            Some((from, passing)) if now.time >= from => passing,
            _ => 0.0,
        }
    }
}

/// Whether the unit may cool: while people are in; before that, when the night left the rooms
/// warm; and at any other time it runs, when they get hot.
fn wants_cooling(now: &Moment, rat: f64) -> bool {
    now.occupied || rat > if now.running { 73.0 } else { 80.0 }
}
