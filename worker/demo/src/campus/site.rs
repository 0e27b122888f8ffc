//! The buildings: what stands on the campus and in the library, and how its days pass.

use super::air_handler::{AirHandler, AirHandlerFaults, Loads};
use super::faults::{DAMPER_STUCK, LOST_POLLS, OUTAGE, PREHEAT_CLOSED, SENSOR_DIED};
use super::plant::{ChilledWaterPlant, HotWaterPlant};
use super::random::Random;
use super::schedule::Moment;
use super::trend::Trend;
use super::vav_box::{BoxFaults, VavBox};
use super::weather::Weather;
use super::zone::Exposure::{Core, East, North, South, West};

/// The logs of the campus at these times: AHU-1 and its boxes are in order, AHU-2, some of its
/// boxes and the plants are not.
pub(super) fn campus(times: &[i64]) -> Vec<Trend> {
    let mut air_handlers = [first_air_handler(), second_air_handler()];
    let mut weather = Weather::new(times);
    let mut chilled = ChilledWaterPlant::new(250_000.0);
    let mut hot = HotWaterPlant::new(250_000.0);
    for now in times.iter().map(|&time| Moment::at(time)) {
        let outdoors = weather.step(&now);
        let calls = air_handlers.iter().any(|unit| unit.calls_for_cooling(&now));
        let chilled_water = chilled.start(&outdoors, calls);
        let mut loads = Loads::default();
        for unit in &mut air_handlers {
            let unit = unit.step(&now, &outdoors, chilled_water);
            loads.cooling += unit.cooling;
            loads.heating += unit.heating;
        }
        chilled.step(loads.cooling);
        hot.step(&outdoors, loads.heating);
    }
    let mut trends = vec![weather.trend, chilled.trend, hot.trend];
    trends.extend(air_handlers.into_iter().flat_map(AirHandler::into_trends));
    lose_readings(times, &mut trends);
    trends
}

/// The logs of the library: a small building in good order, with water from elsewhere.
pub(super) fn library(times: &[i64]) -> Vec<Trend> {
    let boxes = vec![
        VavBox::new("VAV-L-01", South, 900.0, BoxFaults::default()),
        VavBox::new("VAV-L-02", North, 800.0, BoxFaults::default()),
    ];
    let mut unit = AirHandler::new("AHU-L", 1_500.0, boxes, AirHandlerFaults::default());
    let mut weather = Weather::new(times);
    for now in times.iter().map(|&time| Moment::at(time)) {
        let outdoors = weather.step(&now);
        unit.step(&now, &outdoors, true);
    }
    std::iter::once(weather.trend)
        .chain(unit.into_trends())
        .collect()
}

fn first_air_handler() -> AirHandler {
    let healthy = BoxFaults::default();
    let boxes = vec![
        VavBox::new("VAV-1-01", East, 1_200.0, healthy),
        VavBox::new("VAV-1-02", South, 1_400.0, healthy),
        VavBox::new("VAV-1-03", West, 1_300.0, healthy),
        VavBox::new("VAV-1-04", North, 1_000.0, healthy),
        VavBox::new("VAV-1-05", Core, 1_100.0, healthy),
    ];
    AirHandler::new("AHU-1", 5_200.0, boxes, AirHandlerFaults::default())
}

fn second_air_handler() -> AirHandler {
    let healthy = BoxFaults::default();
    let wrong_minimum = BoxFaults {
        wrong_minimum: Some(0.5),
        ..healthy
    };
    let stuck_damper = BoxFaults {
        stuck_damper: Some((DAMPER_STUCK, 34.0)),
        ..healthy
    };
    let dead_sensor = BoxFaults {
        flat_sensor: Some((SENSOR_DIED, 71.4)),
        ..healthy
    };
    let boxes = vec![
        VavBox::new("VAV-2-01", East, 1_100.0, healthy),
        VavBox::new("VAV-2-02", South, 1_300.0, wrong_minimum),
        VavBox::new("VAV-2-03", West, 1_300.0, stuck_damper),
        VavBox::new("VAV-2-04", North, 1_000.0, healthy),
        VavBox::new("VAV-2-05", Core, 1_000.0, dead_sensor),
    ];
    let faults = AirHandlerFaults {
        always_on: true,
        no_reset: true,
        no_economizer: true,
        preheat_floor: Some((PREHEAT_CLOSED, 15.0)),
        preheat_leak: Some((PREHEAT_CLOSED, 4.5)),
    };
    AirHandler::new("AHU-2", 5_000.0, boxes, faults)
}

/// What the boxes measured but the trend server never got.
fn lose_readings(times: &[i64], trends: &mut [Trend]) {
    let mut polls = Random::named("lost polls");
    for trend in trends {
        match trend.equip.as_str() {
            "VAV-1-04" => {
                let silent = |&time: &i64| (OUTAGE.0..OUTAGE.1).contains(&time);
                trend.lose(|step| times.get(step).is_some_and(silent));
            }
            "VAV-2-04" => trend.lose(|_| polls.unit() < LOST_POLLS),
            _ => {}
        }
    }
}
