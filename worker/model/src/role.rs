//! What a point measures or commands, whatever a building calls it.

use std::fmt;

/// Declares the roles: the variant, the name in stored data and configs, the unit.
macro_rules! roles {
    ($($(#[doc = $about:literal])+ $variant:ident = $name:literal [$unit:literal],)+) => {
        /// The meaning of a point. Rules ask for roles, never for the names a building gives its
        /// points.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Role {
            $($(#[doc = $about])+ $variant,)+
        }

        impl Role {
            /// Every role, in the order of this file.
            pub const ALL: &'static [Role] = &[$(Role::$variant),+];

            /// The name in stored data, configs and results.
            pub const fn name(self) -> &'static str {
                match self { $(Role::$variant => $name),+ }
            }

            /// The unit stored samples are in; `""` where samples are 0 or 1, or where each site
            /// has its own unit.
            pub const fn unit(self) -> &'static str {
                match self { $(Role::$variant => $unit),+ }
            }
        }
    };
}

roles! {
    // Air temperatures
    /// Outdoor air.
    Oat = "oat" ["°F"],
    /// Supply air of an air handler; the discharge, after any reheat coil, of a terminal box.
    SupplyAirTemp = "supply_air_temp" ["°F"],
    /// Mixed air of an air handler; the primary air entering a terminal box.
    MixedAirTemp = "mixed_air_temp" ["°F"],
    /// Return air.
    ReturnAirTemp = "return_air_temp" ["°F"],
    /// The space a unit serves.
    SpaceTemp = "space_temp" ["°F"],
    /// Air just behind the heating coil, before any fan.
    HeatCoilLeavingTemp = "heat_coil_leaving_temp" ["°F"],
    /// Air just behind the cooling coil, before any fan or reheat coil.
    CoolCoilLeavingTemp = "cool_coil_leaving_temp" ["°F"],

    // Setpoints
    /// The cooling setpoint in force.
    CoolSp = "cool_sp" ["°F"],
    /// The heating setpoint in force.
    HeatSp = "heat_sp" ["°F"],
    /// Supply-air temperature setpoint.
    SupplyAirTempSp = "supply_air_temp_sp" ["°F"],
    /// Duct static pressure setpoint.
    DuctStaticSp = "duct_static_sp" ["inH₂O"],
    /// The airflow a box's controller asks for at the moment.
    AirflowSp = "airflow_sp" ["cfm"],
    /// The least airflow a box may be asked for.
    AirflowMinSp = "airflow_min_sp" ["cfm"],

    // Requests of trim-and-respond resets
    /// Requests for colder supply air in the last cycle.
    SatResetRequests = "sat_reset_requests" ["requests"],
    /// Requests for more duct pressure in the last cycle.
    StaticPressureRequests = "static_pressure_requests" ["requests"],

    // Valves, dampers and loop outputs
    /// Heating or reheat valve: the command, or the position where only that is trended.
    HeatValve = "heat_valve" ["%"],
    /// Heating or reheat valve: the measured position beside a trended command.
    HeatValvePosition = "heat_valve_position" ["%"],
    /// Cooling valve.
    CoolValve = "cool_valve" ["%"],
    /// Outdoor-air damper.
    OaDamper = "oa_damper" ["%"],
    /// Damper of a terminal box.
    Damper = "damper" ["%"],
    /// A zone's heating loop output.
    ZoneHeatLoop = "zone_heat_loop" ["%"],
    /// A zone's cooling loop output.
    ZoneCoolLoop = "zone_cool_loop" ["%"],

    // Airflows and duct pressure
    /// Airflow of a unit or a box.
    Airflow = "airflow" ["cfm"],
    /// Outdoor airflow.
    OaAirflow = "oa_airflow" ["cfm"],
    /// Duct static pressure.
    DuctStatic = "duct_static" ["inH₂O"],

    // Status and mode
    /// Occupied.
    Occupancy = "occupancy" [""],
    /// Warming up before occupancy.
    Warmup = "warmup" [""],
    /// Cooling down before occupancy.
    Cooldown = "cooldown" [""],
    /// Economizer enabled.
    EconCmd = "econ_cmd" [""],
    /// Boiler firing.
    BoilerStatus = "boiler_status" [""],
    /// Supply fan running.
    SupplyFanStatus = "supply_fan_status" [""],
    /// Supply fan speed.
    SupplyFanSpeed = "supply_fan_speed" ["%"],

    // Hot water
    /// Hot water leaving the plant.
    HwSupplyTemp = "hw_supply_temp" ["°F"],
    /// Hot water coming back.
    HwReturnTemp = "hw_return_temp" ["°F"],
    /// Differential pressure of the hot-water loop, in the site's unit.
    HwDiffPress = "hw_diff_press" [""],
    /// Setpoint of [`Role::HwDiffPress`].
    HwDiffPressSp = "hw_diff_press_sp" [""],
    /// Hot-water pump speed.
    HwPumpSpeed = "hw_pump_speed" ["%"],
    /// Hot-water flow.
    HwFlow = "hw_flow" ["gpm"],
    /// Fuel power a boiler burns: a rate, never a meter's running total.
    GasInputRate = "gas_input_rate" ["kW"],

    // Chilled water
    /// Chilled water leaving the plant.
    ChwSupplyTemp = "chw_supply_temp" ["°F"],
    /// Chilled water coming back.
    ChwReturnTemp = "chw_return_temp" ["°F"],
    /// Setpoint of [`Role::ChwSupplyTemp`].
    ChwSupplyTempSp = "chw_supply_temp_sp" ["°F"],
    /// Differential pressure of the chilled-water loop, in the site's unit.
    ChwDiffPress = "chw_diff_press" [""],
    /// Setpoint of [`Role::ChwDiffPress`].
    ChwDiffPressSp = "chw_diff_press_sp" [""],
    /// Chilled-water pump speed.
    ChwPumpSpeed = "chw_pump_speed" ["%"],
    /// Chilled-water flow.
    ChwFlow = "chw_flow" ["gpm"],
    /// Pump running.
    PumpStatus = "pump_status" [""],
    /// Pressure a pump adds, from suction to discharge.
    PumpHead = "pump_head" ["psi"],

    // Condenser water and cooling towers
    /// Condenser water leaving the tower.
    CwSupplyTemp = "cw_supply_temp" ["°F"],
    /// Condenser water coming back to the tower.
    CwReturnTemp = "cw_return_temp" ["°F"],
    /// Tower fan speed.
    TowerFanSpeed = "tower_fan_speed" ["%"],
    /// Condenser water entering the chillers, after any tower bypass.
    CondEnteringWaterTemp = "cond_entering_water_temp" ["°F"],
    /// Tower bypass valve, 0 when all water goes over the tower.
    CwBypassValve = "cw_bypass_valve" ["%"],
    /// Condenser-water flow over the tower.
    CwFlow = "cw_flow" ["gpm"],

    // Outdoor humidity
    /// Outdoor wet-bulb temperature.
    WetbulbTemp = "wetbulb_temp" ["°F"],
    /// Outdoor relative humidity.
    OutdoorRh = "outdoor_rh" ["%RH"],

    // Carbon dioxide
    /// CO2 of a space or of return air.
    Co2 = "co2" ["ppm"],
    /// CO2 outdoors.
    OutdoorCo2 = "outdoor_co2" ["ppm"],

    // Direct-expansion equipment
    /// Compressor running.
    CompressorStatus = "compressor_status" [""],
    /// Cooling stages at work.
    CompressorStage = "compressor_stage" ["stage"],
    /// Condenser fan running.
    CondenserFanStatus = "condenser_fan_status" [""],
    /// Heating stages at work.
    HeatStage = "heat_stage" ["stage"],
    /// Reversing valve: 1 heats, 0 cools.
    ReversingValveCmd = "reversing_valve_cmd" [""],

    // Filters and humidity in the air stream
    /// Pressure drop over the air filter.
    FilterDiffPress = "filter_diff_press" ["inH₂O"],
    /// Relative humidity of supply air.
    SupplyAirHumidity = "supply_air_humidity" ["%RH"],
    /// Relative humidity of return air.
    ReturnAirHumidity = "return_air_humidity" ["%RH"],

    // Refrigerant circuits
    /// Condenser approach: refrigerant above leaving condenser water.
    CondApproachTemp = "cond_approach_temp" ["°F"],
    /// Evaporator approach: leaving chilled water above refrigerant.
    EvapApproachTemp = "evap_approach_temp" ["°F"],
    /// Liquid subcooling, a difference.
    SubcoolingTemp = "subcooling_temp" ["°F"],
    /// Suction superheat, a difference.
    SuperheatTemp = "superheat_temp" ["°F"],
    /// Discharge (head) pressure.
    DischargePressure = "discharge_pressure" ["psig"],
    /// Suction pressure.
    SuctionPressure = "suction_pressure" ["psig"],
    /// Liquid-line temperature.
    LiquidLineTemp = "liquid_line_temp" ["°F"],
    /// Suction-line temperature.
    SuctionLineTemp = "suction_line_temp" ["°F"],
    /// Discharge-line temperature.
    DischargeLineTemp = "discharge_line_temp" ["°F"],
    /// Liquid-line pressure.
    LiquidLinePressure = "liquid_line_pressure" ["psig"],
    /// Discharge superheat, a difference.
    DischargeSuperheatTemp = "discharge_superheat_temp" ["°F"],
    /// Dew point of the air entering the indoor coil.
    ReturnAirDewpointTemp = "return_air_dewpoint_temp" ["°F"],

    // Heat-pump source loops
    /// Loop water going to the heat pumps.
    SourceLoopSupplyTemp = "source_loop_supply_temp" ["°F"],
    /// Loop water coming back from them.
    SourceLoopReturnTemp = "source_loop_return_temp" ["°F"],
    /// Differential pressure of the loop.
    SourceLoopDiffPress = "source_loop_diff_press" ["psi"],
    /// Loop pump speed.
    SourceLoopPumpSpeed = "source_loop_pump_speed" ["%"],

    // Energy
    /// Electric power.
    Power = "power" ["kW"],
    /// Thermal power of an energy meter, in the meter's unit.
    EnergyRate = "energy_rate" [""],
}

impl Role {
    /// The role of this name, or `None`.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.iter().copied().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_role_is_found_by_its_own_name() {
        assert_eq!(Role::ALL.len(), 84);
        let names: HashSet<_> = Role::ALL.iter().map(|role| role.name()).collect();
        assert_eq!(names.len(), Role::ALL.len());
        for &role in Role::ALL {
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
        assert_eq!(Role::from_name("LOGGER"), None);
    }

    #[test]
    fn units_are_those_of_stored_samples() {
        assert_eq!(Role::DuctStatic.unit(), "inH₂O");
        assert_eq!(Role::CompressorStage.unit(), "stage");
        assert_eq!(Role::SupplyFanStatus.unit(), "");
    }
}
