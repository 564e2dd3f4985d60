import { formatTable } from "../../../infra/planning/format-table.ts";
import type { Comparison } from "./compare.ts";
import { type PerApp, perAppMax, THROTTLED_MAX } from "./count-requests.ts";
import { MODEL_TOLERANCE, perAppByModel } from "./expected-requests.ts";
import type { LimitedDays } from "./limited-days.ts";
import type { EconomyOptions } from "./options.ts";

const names: Readonly<Record<keyof PerApp, string>> = {
  lookups: "App Store lookups",
  pages: "App Store pages",
  histograms: "App Store histograms",
  playPages: "Google Play pages",
};

const SHOWN_MAX = 10;

/** Returns what the bench prints of its runs. */
export function describeResults(results: readonly LimitedDays[], options: EconomyOptions): readonly string[] {
  const byModel = perAppByModel(options);
  return results.flatMap((result) => [
    "",
    `Limit "${result.limit}": requests an app and day, without charts`,
    ...formatTable([
      ["", ...result.days.map(({ day }) => `day ${day}`), "model", "at most"],
      ...keysOf(perAppMax).map((key) => [
        `  ${names[key]}`,
        ...result.days.map(({ perApp }) => perApp[key].toFixed(2)),
        byModel[key].toFixed(2),
        String(perAppMax[key]),
      ]),
    ]),
    `From the second day on, and by 150 apps or more, the model is within ${100 * MODEL_TOLERANCE} %.`,
    "Responses with 403 or 429, by host",
    ...formatTable(
      [...new Set(result.days.flatMap(({ throttled }) => Object.keys(throttled)))].map((host) => [
        `  ${host}`,
        ...result.days.map(({ throttled }) => String(throttled[host] ?? 0)),
        String(THROTTLED_MAX),
      ]),
    ),
    ...result.compared.flatMap((comparison, index) => describe(`Day ${index + 1}, with whole syncs`, comparison)),
    ...describe("Pages and stars, with the store on their dates", result.dated),
  ]);
}

function describe(title: string, { values, differing }: Comparison): readonly string[] {
  const more = differing.length > SHOWN_MAX ? [`  and ${differing.length - SHOWN_MAX} more`] : [];
  return [
    `${title}: ${differing.length} of ${values} values differ`,
    ...differing.slice(0, SHOWN_MAX).map((line) => `  ${line}`),
    ...more,
  ];
}

function keysOf(perApp: PerApp): readonly (keyof PerApp)[] {
  // Object.keys loses the names, which are those of the object.
  return Object.keys(perApp) as (keyof PerApp)[];
}
