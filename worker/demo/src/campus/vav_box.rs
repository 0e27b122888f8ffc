//! A single-duct terminal box with a hot-water reheat coil, in the dual-maximum sequence of
//! ASHRAE Guideline 36, section 5.6.

use super::random::Random;
use super::schedule::Moment;
use super::trend::Trend;
use super::weather::Outdoors;
use super::zone::{AIR_HEAT, Exposure, Zone};

/// Air the box is fed with.
#[derive(Debug, Clone, Copy)]
pub(super) struct SupplyAir {
    /// °F.
    pub temp: f64,
    /// in. w.c.
    pub static_pressure: f64,
    /// Whether the fan blows.
    pub fan_on: bool,
}

/// What the box takes and asks for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BoxDemand {
    /// Airflow, cfm.
    pub cfm: f64,
    /// Air returned to the air handler, cfm times °F.
    pub returned: f64,
    /// Heat the reheat coil takes, Btu/h.
    pub reheat: f64,
    /// Requests for colder supply air.
    pub sat_requests: u32,
    /// Requests for more static pressure.
    pub static_requests: u32,
}

/// What is wrong with a box. The default is nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BoxFaults {
    /// From this time on the damper stays at this position, %.
    pub stuck_damper: Option<(i64, f64)>,
    /// From this time on the space sensor reads this and nothing else, °F.
    pub flat_sensor: Option<(i64, f64)>,
    /// Minimum airflow as a share of the maximum, when it was set wrongly.
    pub wrong_minimum: Option<f64>,
}

/// Discharge air never hotter than this, °F.
const MAX_DISCHARGE: f64 = 95.0;
/// Change of the room's temperature that takes a loop from nothing to full, °F; half of it lies on
/// either side of the setpoint.
const LOOP_BAND: f64 = 2.4;
/// Static pressure at which an open damper passes the design airflow and a tenth more, in. w.c.
const DESIGN_STATIC: f64 = 0.6;

/// One box and its room.
pub(super) struct VavBox {
    zone: Zone,
    max_cfm: f64,
    min_cfm: f64,
    faults: BoxFaults,
    sensors: Random,
    /// Requests hold until their cause has clearly gone.
    asks_colder: bool,
    asks_pressure: bool,
    pub trend: Trend,
}

impl VavBox {
    /// A box of this design airflow, in cfm.
    pub(super) fn new(name: &str, exposure: Exposure, max_cfm: f64, faults: BoxFaults) -> Self {
        Self {
            zone: Zone::new(name, exposure, max_cfm),
            max_cfm,
            min_cfm: max_cfm * faults.wrong_minimum.unwrap_or(0.2),
            faults,
            sensors: Random::named(&format!("{name} sensors")),
            asks_colder: false,
            asks_pressure: false,
            trend: Trend::new(name, "VAV"),
        }
    }

    /// One step of control and of the room.
    pub(super) fn step(&mut self, now: &Moment, outdoors: &Outdoors, air: &SupplyAir) -> BoxDemand {
        let (heat_sp, cool_sp) = if now.running {
            (70.0, 74.0)
        } else {
            (62.0, 82.0)
        };
        let space = match self.faults.flat_sensor {
            Some((from, reading)) if now.time >= from => reading,
            _ => self.zone.temp + self.sensors.noise(0.1),
        };
        let loop_output = |error: f64| {
            if air.fan_on {
                percent(100.0 * error / LOOP_BAND)
            } else {
                0.0
            }
        };
        let cool_loop = loop_output(space - (cool_sp - LOOP_BAND / 2.0));
        let heat_loop = loop_output(heat_sp + LOOP_BAND / 2.0 - space);

        let min_cfm = if air.fan_on { self.min_cfm } else { 0.0 };
        // The second half of the heating loop raises the airflow, in the warm-up far more.
        let heat_max = self.max_cfm * if now.occupied { 0.28 } else { 0.7 };
        let heat_cfm = (heat_max - min_cfm).max(0.0) * (heat_loop / 50.0 - 1.0).max(0.0);
        let cool_cfm = (self.max_cfm - min_cfm) * cool_loop / 100.0;
        let wanted = if air.fan_on {
            min_cfm + cool_cfm.max(heat_cfm)
        } else {
            0.0
        };

        let open_cfm = 1.1 * self.max_cfm * (air.static_pressure / DESIGN_STATIC).max(0.0).sqrt();
        let damper = match self.faults.stuck_damper {
            Some((from, position)) if now.time >= from => position,
            _ if open_cfm > 0.0 => percent(100.0 * wanted / open_cfm + self.sensors.noise(0.4)),
            _ => 0.0,
        };
        let cfm = open_cfm * damper / 100.0;
        let (valve, discharge) = self.reheat(air, heat_loop, space, cfm);
        self.zone.step(now, outdoors, cfm, discharge);

        let airflow = (cfm * (1.0 + self.sensors.noise(0.015))).max(0.0);
        let discharge_reading = if air.fan_on {
            discharge
        } else {
            self.zone.temp
        };
        self.trend.record(&[
            ("space_temp", space),
            ("cool_sp", cool_sp),
            ("heat_sp", heat_sp),
            ("airflow", airflow),
            ("airflow_sp", wanted),
            ("airflow_min_sp", min_cfm),
            ("damper", damper),
            ("heat_valve", valve),
            (
                "supply_air_temp",
                discharge_reading + self.sensors.noise(0.15),
            ),
            ("zone_cool_loop", cool_loop),
            ("zone_heat_loop", heat_loop),
            ("occupancy", f64::from(u8::from(now.occupied))),
        ]);
        BoxDemand {
            cfm,
            returned: cfm * self.zone.temp,
            reheat: AIR_HEAT * cfm * (discharge - air.temp).max(0.0),
            sat_requests: self.sat_requests(space - cool_sp, cool_loop),
            static_requests: self.static_requests(airflow, wanted, damper),
        }
    }

    /// Reheat valve, %, and discharge temperature, °F: the first half of the heating loop warms
    /// the discharge air up to its limit.
    fn reheat(&self, air: &SupplyAir, heat_loop: f64, space: f64, cfm: f64) -> (f64, f64) {
        if cfm <= 0.0 || heat_loop <= 0.0 {
            return (0.0, air.temp);
        }
        let target =
            air.temp + (MAX_DISCHARGE.min(space + 25.0) - air.temp) * (heat_loop / 50.0).min(1.0);
        // Full open, the coil warms 45 % of the design airflow by 40 °F.
        let capacity = AIR_HEAT * 0.45 * self.max_cfm * 40.0;
        let valve = (AIR_HEAT * cfm * (target - air.temp) / capacity).clamp(0.0, 1.0);
        (
            100.0 * valve,
            air.temp + valve * capacity / (AIR_HEAT * cfm),
        )
    }

    /// Requests for colder air (section 5.6.8.1): by how warm the zone is, else by its loop.
    fn sat_requests(&mut self, over: f64, cool_loop: f64) -> u32 {
        self.asks_colder = cool_loop > if self.asks_colder { 85.0 } else { 95.0 };
        match over {
            over if over >= 5.0 => 3,
            over if over >= 3.0 => 2,
            _ => u32::from(self.asks_colder),
        }
    }

    /// Requests for static pressure (section 5.6.8.2): by how short of air an open box is.
    fn static_requests(&mut self, airflow: f64, wanted: f64, damper: f64) -> u32 {
        self.asks_pressure = damper > if self.asks_pressure { 85.0 } else { 95.0 };
        match damper {
            damper if damper > 95.0 && airflow < 0.5 * wanted => 3,
            damper if damper > 95.0 && airflow < 0.7 * wanted => 2,
            _ => u32::from(self.asks_pressure),
        }
    }
}

fn percent(value: f64) -> f64 {
    value.clamp(0.0, 100.0)
}
