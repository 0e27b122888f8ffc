"""Writes a store of few large parts, in the layout of the reference's writer (needs pyarrow).

    large_store.py OUT [DECIMALS [ROWS [PARTS]]]

40 million rows in 36 monthly parts unless told otherwise. Values of two decimals fit in a dictionary;
with three, the writer falls back to plain values within each part.
"""

import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROLES = ("supply_air_temp", "return_air_temp", "mixed_air_temp", "outdoor_air_temp", "supply_fan_status",
         "cooling_valve_cmd", "heating_valve_cmd", "damper_cmd", "static_pressure", "airflow", "zone_temp",
         "zone_setpoint")
EQUIPS = 50


def main(out, decimals=2, rows=40_000_000, parts=36):
    rng = np.random.default_rng(5)
    points = EQUIPS * len(ROLES)
    steps = rows // parts // points
    equip = pa.array([f"VAV-{e:03d}" for e in range(EQUIPS)])
    point_equip = np.repeat(np.arange(EQUIPS, dtype=np.int32), len(ROLES))
    point_role = np.tile(np.arange(len(ROLES), dtype=np.int32), EQUIPS)
    text = lambda codes, names: pa.DictionaryArray.from_arrays(np.tile(codes, steps), names).cast(pa.string())
    for part in range(parts):
        month = np.datetime64("2022-01") + part
        start = month.astype("datetime64[ns]").astype(np.int64)
        ts = start + np.arange(steps, dtype=np.int64) * (28 * 86400 * 10**9 // steps)
        level = rng.normal(60, 15, points)
        value = np.round(level + rng.normal(0, 4, (steps, points)), decimals).ravel()
        table = pa.table({
            "ts": pa.array(np.repeat(ts, points)).cast(pa.timestamp("ns")),
            "equip": text(point_equip, equip),
            "equip_class": text(point_equip * 0, pa.array(["VAV"])),
            "role": text(point_role, pa.array(ROLES)),
            "value": pa.array(value),
        })
        year, number = str(month).split("-")
        folder = f"{out}/facility_id=large/year={year}/month={int(number)}"
        os.makedirs(folder, exist_ok=True)
        pq.write_table(table, f"{folder}/part-0-0.parquet", compression="snappy", row_group_size=1 << 20, version="2.6")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
