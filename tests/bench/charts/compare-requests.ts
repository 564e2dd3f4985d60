import { formatTable } from "../../../infra/planning/format-table.ts";
import { type RequestKind, requestKinds } from "../../../infra/store-simulator/store-route.ts";
import { fillOnce } from "../economy/bench-economy.ts";
import type { CreateDatabase } from "../economy/open-database.ts";
import { type ChartDay, type ChartDaysOptions, countChartDays } from "./count-requests.ts";

/** Requests of a day by feeds and by pages, as the rules of ADR 38 bound them. */
const bounds = {
  feedsMax: 2_900,
  pages: 2_775,
  lookupsOnFirstDayMax: 3_000,
  lookupsOnLastDayMax: 300,
  fewerOnLastDayMin: 2_500,
  /** Requests of a kind that are made before midnight in one of the runs, and after it in the other. */
  partedByMidnightMax: 3,
} as const;

/** Share of the followed apps that has a new version on a day. */
const CHANGED = 0.02;

/** Prints the requests of some days with the charts of the App Store by feeds and by pages, and what breaks a bound. */
export async function compareRequests(create: CreateDatabase, options: ChartDaysOptions): Promise<void> {
  const print = (line: string) => console.log(line);
  const { filled } = await fillOnce(create, { ...options, changed: CHANGED });
  // Feeds are the same requests on every day, so that those of the days between would only take time.
  const chartDays = [1, options.days];
  const feeds = await countChartDays({ create, options, filled, pages: "off", chartDays, print });
  const pages = await countChartDays({ create, options, filled, pages: "on", print });

  print(`requests of a day, ${options.apps} followed apps of each store, charts of the App Store in all storefronts:`);
  for (const line of describe(feeds, pages)) print(line);
  const faults = faultsOf(feeds, pages);
  print(
    faults.length === 0 ? "  all within their bounds" : faults.map((fault) => `  OUT OF BOUNDS: ${fault}`).join("\n"),
  );
}

const of = (day: ChartDay | undefined, kind: RequestKind) => day?.requests[kind] ?? 0;
const until = (days: readonly ChartDay[], index: number, kind: RequestKind) =>
  days.slice(0, index + 1).reduce((total, day) => total + of(day, kind), 0);
const sum = (day: ChartDay | undefined) => requestKinds.reduce((total, kind) => total + of(day, kind), 0);

function describe(feeds: readonly ChartDay[], pages: readonly ChartDay[]): readonly string[] {
  const shown = [0, feeds.length - 1];
  const row = (name: string, count: (day: ChartDay | undefined) => number) => [
    `  ${name}`,
    ...shown.flatMap((day) => [String(count(feeds[day])), String(count(pages[day]))]),
  ];
  return formatTable([
    ["", ...shown.flatMap((day) => [`day ${day + 1}, feeds`, "pages"])],
    ...requestKinds.map((kind) => row(kind, (day) => of(day, kind))),
    row("all", sum),
    row("ranks", (day) => day?.ranks ?? 0),
    row("apps without a name", (day) => day?.unnamed ?? 0),
    row("ranks of paid charts without a price", (day) => day?.unpriced ?? 0),
  ]);
}

/** The kinds of requests that charts do not make. */
const otherKinds = requestKinds.filter((kind) => !["chart", "chart_page", "lookup"].includes(kind));

function faultsOf(feeds: readonly ChartDay[], pages: readonly ChartDay[]): readonly string[] {
  const faults: string[] = [];
  const hold = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  for (const [index, by] of pages.entries()) {
    const day = `day ${index + 1}`;
    hold(of(by, "chart") <= bounds.feedsMax, `${day} has ${of(by, "chart")} feeds`);
    hold(of(by, "chart_page") === bounds.pages, `${day} has ${of(by, "chart_page")} pages of charts`);
    for (const kind of otherKinds) {
      const [made, expected] = [until(pages, index, kind), until(feeds, index, kind)];
      const isEqual = Math.abs(made - expected) <= bounds.partedByMidnightMax;
      hold(isEqual, `until ${day} there are ${made} of ${kind}, not ${expected}`);
    }
    const pending = Object.entries(by.outcomes).filter(([outcome]) => outcome !== "stored" && outcome !== "empty");
    hold(pending.length === 0, `${day} has charts that are not stored: ${JSON.stringify(by.outcomes)}`);
  }
  const [first, last] = [pages[0], pages.at(-1)];
  const more = (by: ChartDay | undefined, before: ChartDay | undefined) => of(by, "lookup") - of(before, "lookup");
  const [onFirst, onLast] = [more(first, feeds[0]), more(last, feeds.at(-1))];
  hold(onFirst <= bounds.lookupsOnFirstDayMax, `the first day has ${onFirst} lookups more`);
  hold(onLast <= bounds.lookupsOnLastDayMax, `the last day has ${onLast} lookups more`);
  const fewer = sum(feeds.at(-1)) - sum(last);
  hold(fewer >= bounds.fewerOnLastDayMin, `the last day has only ${fewer} requests fewer`);
  return faults;
}
