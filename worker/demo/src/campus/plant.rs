//! The chilled-water and the hot-water plant.

use super::random::Random;
use super::trend::Trend;
use super::weather::Outdoors;

/// Heat of water: Btu/h for each gpm and °F.
const WATER_HEAT: f64 = 500.0;
/// Btu/h of a ton of refrigeration.
const BTU_PER_TON_HOUR: f64 = 12_000.0;
/// Btu of a kilowatt-hour.
const BTU_PER_KWH: f64 = 3_412.0;

/// One chiller with its pump.
pub(super) struct ChilledWaterPlant {
    design: f64,
    running: bool,
    supply: f64,
    return_: f64,
    sensors: Random,
    pub trend: Trend,
}

impl ChilledWaterPlant {
    /// Below this outdoor temperature the chiller stays off, °F.
    const LOCKOUT: f64 = 48.0;
    /// Temperature rise at design load and flow, °F.
    const DESIGN_RISE: f64 = 12.0;
    /// Nobody resets the supply temperature, °F.
    const SETPOINT: f64 = 43.0;
    /// Nor the differential pressure, psi.
    const PRESSURE: f64 = 18.0;

    /// A plant for this load, in Btu/h.
    pub(super) fn new(design: f64) -> Self {
        Self {
            design,
            running: false,
            supply: 65.0,
            return_: 66.0,
            sensors: Random::named("chilled water"),
            trend: Trend::new("CHW-PLANT", "CHW_PLANT"),
        }
    }

    /// Whether it will run in this step, when an air handler calls for it or not.
    pub(super) fn start(&mut self, outdoors: &Outdoors, called: bool) -> bool {
        // Two degrees of hysteresis keep the weather's noise from starting it over and over.
        let limit = if self.running {
            Self::LOCKOUT - 1.0
        } else {
            Self::LOCKOUT + 1.0
        };
        self.running = called && outdoors.oat > limit;
        self.running
    }

    /// One step at a load in Btu/h. Three-way valves and open bypasses let half of the design
    /// flow pass at no load at all, so the water comes back hardly warmer than it went out.
    pub(super) fn step(&mut self, load: f64) {
        let noise = &mut self.sensors;
        let share = (load / self.design).min(1.2);
        let flow_share = if self.running {
            (0.5 + 0.6 * share).min(1.0)
        } else {
            0.0
        };
        let flow = flow_share * self.design / (WATER_HEAT * Self::DESIGN_RISE);
        if self.running {
            self.supply += (Self::SETPOINT - self.supply) * 0.8;
            self.return_ = self.supply + load / (WATER_HEAT * flow);
        } else {
            self.supply += (68.0 - self.supply) * 0.03;
            self.return_ += (69.0 - self.return_) * 0.03;
        }
        let on = f64::from(u8::from(self.running));
        let chiller_kw = on * self.design / BTU_PER_TON_HOUR * (0.12 + 0.62 * share);
        self.trend.record(&[
            ("chw_supply_temp", self.supply + noise.noise(0.15)),
            ("chw_return_temp", self.return_ + noise.noise(0.15)),
            ("chw_supply_temp_sp", Self::SETPOINT),
            ("chw_flow", flow * (1.0 + noise.noise(0.01))),
            (
                "chw_pump_speed",
                on * (55.0 + 45.0 * flow_share + noise.noise(0.4)).min(100.0),
            ),
            ("chw_diff_press", on * (Self::PRESSURE + noise.noise(0.2))),
            ("chw_diff_press_sp", Self::PRESSURE),
            ("power", chiller_kw * (1.0 + noise.noise(0.02))),
            ("compressor_status", on),
            ("pump_status", on),
        ]);
    }
}

/// One modulating boiler with its pump. Nothing locks it out in warm weather.
pub(super) struct HotWaterPlant {
    design: f64,
    supply: f64,
    sensors: Random,
    pub trend: Trend,
}

impl HotWaterPlant {
    /// Temperature drop at design load and flow, °F.
    const DESIGN_DROP: f64 = 30.0;
    /// Share of the design load that the pipes lose at any time.
    const PIPE_LOSS: f64 = 0.12;
    /// Efficiency of the boiler.
    const EFFICIENCY: f64 = 0.86;

    /// A plant for this load, in Btu/h.
    pub(super) fn new(design: f64) -> Self {
        Self {
            design,
            supply: 140.0,
            sensors: Random::named("hot water"),
            trend: Trend::new("HW-PLANT", "HW_PLANT"),
        }
    }

    /// One step at a load in Btu/h.
    pub(super) fn step(&mut self, outdoors: &Outdoors, load: f64) {
        let noise = &mut self.sensors;
        // Reset with the weather: 160 °F on a cold day, 120 °F on a mild one.
        let setpoint = (160.0 - (outdoors.oat - 30.0)).clamp(120.0, 160.0);
        self.supply += (setpoint - self.supply) * 0.5;
        let share = (load / self.design + Self::PIPE_LOSS + noise.noise(0.012)).clamp(0.02, 1.0);
        let flow_share = 0.02 + 0.9 * share;
        let flow = flow_share * self.design / (WATER_HEAT * Self::DESIGN_DROP);
        let return_ = self.supply - share * self.design / (WATER_HEAT * flow);
        let gas_kw = share * self.design / BTU_PER_KWH / Self::EFFICIENCY;
        self.trend.record(&[
            ("boiler_status", 1.0),
            ("gas_input_rate", gas_kw * (1.0 + noise.noise(0.02))),
            ("hw_supply_temp", self.supply + noise.noise(0.4)),
            ("hw_return_temp", return_ + noise.noise(0.4)),
            ("hw_flow", flow * (1.0 + noise.noise(0.01))),
            (
                "hw_pump_speed",
                (25.0 + 75.0 * flow_share + noise.noise(0.4)).min(100.0),
            ),
            ("pump_status", 1.0),
        ]);
    }
}
