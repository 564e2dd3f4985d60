import type { AppMemory, ExpectedChange } from "./app-memory.ts";
import { compare, type Findings } from "./findings.ts";
import type { Change } from "./read-api.ts";
import type { OracleApp } from "./shown-days.ts";
import { picture } from "./store-parser.ts";

const pictureSchema = (value: unknown): readonly { readonly url: string; readonly device_type: string }[] =>
  Array.isArray(value) ? value : [];

/** Compares the rows of changes of an app with those that follow from what the store showed: values, day and number. */
export function compareChanges(
  findings: Findings,
  {
    app,
    today,
    rows,
    memory,
    dayOf,
  }: {
    readonly app: OracleApp;
    readonly today: number;
    /** The changes of all days until today. */
    readonly rows: readonly Change[];
    readonly memory: AppMemory;
    readonly dayOf: (time: string) => number;
  },
): void {
  const stored = rows.map((row) => ({
    key: keyOf({
      app,
      field: row.field_changed,
      place: row.locale ?? row.country_code ?? "",
      day: dayOf(row.detected_at),
    }),
    values: [shownValue(row.field_changed, row.old_value), shownValue(row.field_changed, row.new_value)],
  }));
  const expected = memory.changes.map((change) => ({
    key: keyOf({ app, ...change }),
    values: [change.old, change.new],
  }));
  const keys = new Set([...stored, ...expected].map(({ key }) => key));
  for (const key of keys) {
    const valuesOf = (list: typeof stored) => list.filter((one) => one.key === key).map(({ values }) => values);
    const [before, after] = [valuesOf(stored), valuesOf(expected)];
    const comparison = JSON.stringify([key, before, after]);
    if (memory.reported.has(comparison)) continue;
    memory.reported.add(comparison);
    const kind =
      before.length > after.length ? "change too many" : before.length < after.length ? "change missing" : "change";
    const [field = ""] = key.split(" ");
    compare(findings, { kind: `${kind}: ${field}`, day: today, app, place: key, stored: before, expected: after });
  }
}

type Place = Pick<ExpectedChange, "field" | "place" | "day"> & { readonly app: OracleApp };

/** Google Play has one price, whichever storefront it was read in. */
function keyOf({ app, field, place, day }: Place): string {
  const isGlobal = field === "price" && app.platform === "android";
  return `${field} ${isGlobal ? "global" : place} on day ${day}`;
}

function shownValue(field: string, value: string | null): string | null {
  if (field !== "screenshots" || value === null) return value;
  const pictures = pictureSchema(JSON.parse(value)).map(({ device_type, url }) => picture(device_type, url));
  return pictures.join(" ");
}
