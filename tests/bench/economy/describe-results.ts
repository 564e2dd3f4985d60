import { formatTable } from "../../../infra/planning/format-table.ts";
import type { Inventory } from "../../../infra/planning/inventory.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import type { Economy } from "./bench-economy.ts";
import type { Comparison } from "./compare.ts";
import { type DayCounts, type PerApp, perAppMax, THROTTLED_MAX } from "./count-requests.ts";
import { MODEL_TOLERANCE, perAppByModel } from "./expected-requests.ts";
import type { EconomyOptions } from "./options.ts";

const names: Readonly<Record<keyof PerApp, string>> = {
  lookups: "App Store lookups",
  pages: "App Store pages",
  histograms: "App Store histograms",
  playPages: "Google Play pages",
};

const SHOWN_MAX = 10;

/** Returns what the bench prints of its runs. */
export function describeResults(
  { results, sold }: Economy,
  { inventory, options }: { readonly inventory: Inventory; readonly options: EconomyOptions },
): readonly string[] {
  const byModel = perAppByModel(options, { inventory, sold });
  const lines = results.flatMap((result) => [
    "",
    `Limit "${result.limit}": requests an app and day, without charts (by the model)`,
    ...formatTable([
      ["", ...result.days.map(({ day }) => `day ${day}`), "at most"],
      ...keysOf(perAppMax).map((key) => [
        `  ${names[key]}`,
        ...result.days.map(({ perApp }, index) => `${perApp[key].toFixed(2)} (${byModel[index]?.[key].toFixed(2)})`),
        String(perAppMax[key]),
      ]),
    ]),
    ...describeModel(result.days, byModel),
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
  const shares = platforms.map((platform) => `${(100 * sold[platform]).toFixed(0)} % (${platform})`);
  return [`Of the languages of a store, ${shares.join(" and ")} show an app.`, ...lines];
}

const hosts: Readonly<Record<string, readonly (keyof PerApp)[]>> = {
  "itunes.apple.com": ["lookups", "histograms"],
  "apps.apple.com": ["pages"],
  "play.google.com": ["playPages"],
};

/** Hosts have budgets, so the model is compared by host. */
function describeModel(days: readonly DayCounts[], byModel: readonly PerApp[]): readonly string[] {
  const sumOf = (perApp: PerApp, kinds: readonly (keyof PerApp)[]) => kinds.reduce((sum, key) => sum + perApp[key], 0);
  const shares = Object.entries(hosts).map(([host, kinds]) => {
    const ofModel = days
      .map(({ perApp }, index) => (100 * sumOf(perApp, kinds)) / sumOf(byModel[index] ?? perApp, kinds))
      .slice(1);
    return `${host} ${ofModel.map((percent) => `${percent.toFixed(0)} %`).join(", ")}`;
  });
  const bound = `within ${100 * MODEL_TOLERANCE} % by 150 apps or more`;
  return days.length > 1 ? [`Of what the model expects, from the second day on (${bound}): ${shares.join("; ")}`] : [];
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
