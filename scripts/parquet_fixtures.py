"""Writes the Parquet fixtures of worker/store/tests/parquet and what they hold.

    parquet_fixtures.py OUT            the files that pyarrow writes
    parquet_fixtures.py OUT --engines  those of DuckDB, Polars and fastparquet (all four installed)

Every file NAME.parquet is read back with pyarrow: its rows go to rows/DIGEST.csv (ts in naive
nanoseconds; an empty field is null; DIGEST is shared by files with the same rows) and a line
`NAME DIGEST` to MANIFEST (MANIFEST.engines). Files whose name begins with `refused_` are to be refused
and have no rows.
"""

import decimal
import hashlib
import math
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 120
POINTS = 6
KEYS = ("equip", "equip_class", "role")


def table(unit="ns", tz=None, nulls=0.0, text=pa.string(), many_names=False, null_keys=False):
    """Six points of two air handlers, time by time."""
    rng = np.random.default_rng(11)
    step = {"ns": 300 * 10**9, "us": 300 * 10**6, "ms": 300 * 10**3}[unit]
    start = int(np.datetime64("2024-03-01", unit).astype(np.int64))
    i = np.arange(ROWS)
    name = "an-equipment-with-a-long-name-{0:04d}" if many_names else "AHU-{1}"
    names = [name.format(k, k % POINTS // 3) for k in i]
    roles = [["supply_air_temp", "cooling_valve_cmd", "supply_fan_status"][k % 3] for k in i]
    values = np.round(rng.normal(60, 9, ROWS), 3)
    columns = {
        "ts": pa.array(start + i // POINTS * step).cast(pa.timestamp(unit, tz=tz)),
        "equip": pa.array(names),
        "equip_class": pa.array(["AHU" if k % POINTS < 3 else "VAV" for k in i]),
        "role": pa.array(roles),
        "value": pa.array(values, mask=rng.random(ROWS) < nulls if nulls else None),
    }
    for key in KEYS:
        dictionary = pa.types.is_dictionary(text)
        columns[key] = columns[key].dictionary_encode() if dictionary else columns[key].cast(text)
    if null_keys:
        for key in (*KEYS, "ts"):
            mask = pa.array(rng.random(ROWS) < 0.1)
            null = pa.scalar(None, columns[key].type)
            columns[key] = pa.compute.if_else(mask, null, columns[key])
    return pa.table(columns)


def with_column(base, name, column):
    return base.set_column(base.column_names.index(name), name, column)


def with_extra_columns(base):
    i = np.arange(ROWS)
    extra = {
        "note": pa.array([f"n{k % 5}" for k in i]),
        "tags": pa.array([[1, 2] if k % 3 else [] for k in i]),
        "nested": pa.array([{"ts": int(k), "value": float(k)} for k in i]),
        "half": pa.array(i.astype(np.float16)),
        "price": pa.array([decimal.Decimal(int(k)) for k in i]),
    }
    order = ["note", "value", "tags", "role", "nested", "equip", "ts", "half", "equip_class", "price"]
    columns = {name: base[name] for name in base.column_names} | extra
    return pa.table({name: columns[name] for name in order})


def integers(kind, nulls=False):
    i = np.arange(ROWS)
    values = (i * 37 % 100).astype(np.int64) - (0 if kind in (pa.uint32(), pa.uint64()) else 50)
    if kind == pa.uint64():
        values = values.astype(np.uint64) + np.uint64(2**63)
    return pa.array(values, mask=i % 7 == 3 if nulls else None).cast(kind)


def write_pyarrow(write):
    base = table()
    holes = table(nulls=0.2)
    ints = lambda kind, **k: with_column(base, "value", integers(kind, **k))
    plain = dict(use_dictionary=False)
    v2 = dict(data_page_version="2.0")

    write("base", base)
    write("plain", base, **plain)
    write("dictionary_fallback", table(many_names=True), dictionary_pagesize_limit=1000, data_page_size=512)
    write("v2", holes, **v2)
    write("v2_plain_stored", holes, compression="none", **plain, **v2)
    for codec in ("zstd", "gzip", "lz4", "none", "brotli"):
        write(codec, holes, compression=codec)
        write(f"v2_{codec}", holes, compression=codec, **v2)
    write("us_utc", table("us", tz="UTC"))
    write("ms_zone", table("ms", tz="America/Chicago"))
    write("int96", base, use_deprecated_int96_timestamps=True)
    write("int96_plain", base, use_deprecated_int96_timestamps=True, **plain)
    write("old_annotations", table("us"), version="1.0")
    write("small_row_groups", holes, row_group_size=17, data_page_size=64, write_batch_size=5)
    write("v2_small_pages", table(nulls=0.5), row_group_size=50, data_page_size=64, write_batch_size=5, compression="zstd", **v2)
    write("uneven_pages", holes, data_page_size=100, write_batch_size=7, **plain)
    write("large_text", table(text=pa.large_string()))
    write("text_view", table(text=pa.string_view()))
    write("dictionary_type", table(text=pa.dictionary(pa.int32(), pa.string())))
    write("extra_columns", with_extra_columns(holes))
    write("required", base.cast(pa.schema([f.with_nullable(False) for f in base.schema])))
    write("v2_required", base.cast(pa.schema([f.with_nullable(False) for f in base.schema])), **v2)
    write("checksums", base, write_page_checksum=True)
    write("no_statistics", base, write_statistics=False)
    write("null_keys", table(nulls=0.2, null_keys=True))
    write("v2_null_keys_plain", table(nulls=0.2, null_keys=True), **plain, **v2)
    nothing = with_column(base, "value", pa.nulls(ROWS, pa.float64()))
    write("null_values", nothing)
    write("v2_null_values", nothing, **v2)
    write("null_types", with_column(nothing, "equip_class", pa.nulls(ROWS)))
    write("no_class_column", base.drop_columns("equip_class"))
    write("empty", base.slice(0, 0))
    write("no_row_groups", base.slice(0, 0), row_group_size=1)
    write("float32", with_column(base, "value", base["value"].cast(pa.float32())))
    write("int8", ints(pa.int8()))
    write("int32", ints(pa.int32(), nulls=True))
    write("uint32_plain", ints(pa.uint32()), **plain)
    write("int64", ints(pa.int64(), nulls=True))
    write("uint64", ints(pa.uint64()))
    bits = pa.array(np.arange(ROWS) % 3 == 0, mask=np.arange(ROWS) % 5 == 0)
    write("bool", with_column(base, "value", bits))
    write("v2_bool", with_column(base, "value", bits), **v2)
    encode = lambda encodings: dict(use_dictionary=False, column_encoding=encodings)
    delta = {"ts": "DELTA_BINARY_PACKED", "equip": "DELTA_LENGTH_BYTE_ARRAY", "role": "DELTA_BYTE_ARRAY"}
    write("delta", holes, **encode(delta | {"value": "BYTE_STREAM_SPLIT"}))
    write("v2_delta_nulls", table(nulls=0.3, null_keys=True), **encode(delta | {"value": "BYTE_STREAM_SPLIT"}), **v2)
    for kind in (pa.int32(), pa.int64(), pa.uint32(), pa.uint64()):
        write(f"delta_{kind}", ints(kind, nulls=True), **encode({"value": "DELTA_BINARY_PACKED"}))
        write(f"split_{kind}", ints(kind, nulls=True), **encode({"value": "BYTE_STREAM_SPLIT"}))
    single = with_column(base, "value", base["value"].cast(pa.float32()))
    write("split_float32_pages", single, data_page_size=100, write_batch_size=7, **encode({"value": "BYTE_STREAM_SPLIT"}))
    write("split_ts", table("ms"), **encode({"ts": "BYTE_STREAM_SPLIT"}))

    write("refused_ts_integers", with_column(base, "ts", base["ts"].cast(pa.int64())))
    write("refused_ts_text", with_column(base, "ts", base["ts"].cast(pa.string())))
    write("refused_ts_dates", with_column(base, "ts", base["ts"].cast(pa.date32())))
    far = pa.array([10**18] * ROWS).cast(pa.timestamp("us"))
    write("refused_ts_far", with_column(base, "ts", far))
    write("refused_value_text", with_column(base, "value", base["value"].cast(pa.string())))
    price = pa.array([decimal.Decimal("1.25")] * ROWS)
    write("refused_value_decimal", with_column(base, "value", price))
    half = pa.array(np.arange(ROWS).astype(np.float16))
    write("refused_value_float16", with_column(base, "value", half))
    write("refused_value_list", with_column(base, "value", pa.array([[1.0]] * ROWS)))
    write("refused_equip_integers", with_column(base, "equip", pa.array(np.arange(ROWS))))
    write("refused_equip_struct", with_column(base, "equip", pa.array([{"id": "AHU-1"}] * ROWS)))
    binary = pa.array([b"\xff\xfe"] * ROWS)
    write("refused_role_bytes", with_column(base, "role", binary))
    for name in ("ts", "equip", "role", "value"):
        write(f"refused_column_{name}", base.drop_columns(name))
    write("refused_two_values", base.append_column("value", base["value"]))


def write_engines(write, out):
    import duckdb
    import fastparquet
    import polars

    holes = table("us", nulls=0.2, null_keys=True)
    naive = polars.from_arrow(holes)
    for codec in ("zstd", "snappy", "lz4"):
        path = f"{out}/polars_{codec}.parquet"
        naive.write_parquet(path, compression=codec, row_group_size=50, data_page_size=256)
        write(path)
    connection = duckdb.connect()
    connection.register("holes", holes)
    for options in ("codec snappy", "codec zstd", "codec lz4_raw", "codec brotli", "codec zstd, parquet_version v2"):
        name = "duckdb_" + "_".join(options.replace(",", "").split()[1:])
        path = f"{out}/{name}.parquet"
        connection.execute(f"copy holes to '{path}' (format parquet, {options})")
        write(path)
    frame = table("ns", nulls=0.2).to_pandas()
    for times in ("int64", "int96"):
        path = f"{out}/fastparquet_{times}.parquet"
        fastparquet.write(path, frame, times=times, compression="GZIP", row_group_offsets=40)
        write(path)
    path = f"{out}/fastparquet_categories.parquet"
    fastparquet.write(path, frame.astype({key: "category" for key in KEYS}), compression="SNAPPY")
    write(path)


def rows_of(path):
    read = pq.read_table(path)
    lines = ["ts,equip,equip_class,role,value"]
    naive = read["ts"].cast(pa.timestamp("ns", read["ts"].type.tz)).cast(pa.int64()).to_pylist()
    nulls = [None] * read.num_rows
    keys = [read[key].to_pylist() if key in read.column_names else nulls for key in KEYS]
    values = read["value"].to_pylist()
    for ts, *names, value in zip(naive, *keys, values):
        blank = value is None or (isinstance(value, float) and math.isnan(value))
        fields = [ts, *names, None if blank else float(value)]
        lines.append(",".join("" if f is None else str(f) for f in fields))
    return "\n".join(lines) + "\n"


def main(out, engines):
    os.makedirs(f"{out}/rows", exist_ok=True)
    manifest = []

    def note(path):
        name = os.path.basename(path).removesuffix(".parquet")
        if name.startswith("refused_"):
            return
        rows = rows_of(path)
        digest = hashlib.sha256(rows.encode()).hexdigest()[:12]
        with open(f"{out}/rows/{digest}.csv", "w", encoding="utf-8") as file:
            file.write(rows)
        manifest.append(f"{name} {digest}\n")

    def write(name, content, **options):
        path = f"{out}/{name}.parquet"
        pq.write_table(content, path, **({"store_schema": False} | options))
        note(path)

    if engines:
        write_engines(note, out)
    else:
        write_pyarrow(write)
    with open(f"{out}/MANIFEST{'.engines' if engines else ''}", "w", encoding="utf-8") as file:
        file.writelines(sorted(manifest))


if __name__ == "__main__":
    main(sys.argv[1], "--engines" in sys.argv)
