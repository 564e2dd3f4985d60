import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { FaultRule } from "../../infra/store-simulator/faults/fault-rule.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { requireStorefrontApps, type StoreConnector } from "../../lib/stores/connector.ts";
import type { Throttle } from "../../lib/stores/response-reporter.ts";
import { type CallReport, createResponseReporter } from "../../lib/stores/response-reporter.ts";
import { sharedBudget } from "../../lib/stores/store-budget.ts";
import { useDatabase } from "../support/database.ts";
import { passTime } from "../support/pass-time.ts";
import { equalStores } from "../support/store-settings.ts";
import { createScraperConnector, DAY, startStores } from "./scraper-world.ts";

const database = useDatabase();
const context = { correlationId: "reports", deadlineMs: 30_000 };

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStores();
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  simulator.faults.clear();
  await database().db.execute(sql`TRUNCATE store_budgets`);
});

function soldApp(platform: Platform): string {
  const app = simulator.catalogue.apps(platform).find((one) => one.on(DAY).isInStore && one.on(DAY).isAvailable("us"));
  if (app === undefined) throw new Error("The store sells nothing.");
  return app.externalId;
}

type Call = (connector: StoreConnector, externalId: string) => Promise<unknown>;
const calls = {
  identity: (connector, externalId) => connector.fetchIdentity({ externalId, country: "us" }, context),
  listings: (connector, externalId) =>
    connector.fetchListings({ externalId, targets: [{ country: "us", locale: "en-US" }] }, context),
  metrics: (connector, externalId) => connector.fetchMetrics({ externalId, countries: ["us"] }, context),
  chart: (connector) =>
    connector.fetchChart({ collection: "top_free", country: "us", categoryExternalId: null }, context),
  search: (connector) => connector.searchApps({ term: "notes", country: "us", limit: 10 }, context),
  list: (connector, externalId) =>
    requireStorefrontApps(connector)(
      { country: "us", externalIds: [externalId], language: null, fields: "metrics" },
      context,
    ),
} as const satisfies Record<string, Call>;

async function reportsOf(platform: Platform, call: keyof typeof calls): Promise<readonly CallReport[]> {
  const reports: CallReport[] = [];
  const connector = createScraperConnector(platform, simulator, async (report) => void reports.push(report));
  await calls[call](connector, soldApp(platform)).catch(() => undefined);
  return reports;
}

describe("a response by which a store limits requests", () => {
  const throttled = { status: 429, headers: { "retry-after": "30" } };

  it.each([
    ["ios", "identity", "lookup", "itunes_lookup"],
    ["ios", "listings", "lookup", "itunes_lookup"],
    ["ios", "listings", "page", "apps_page"],
    ["ios", "metrics", "page", "apps_page"],
    ["ios", "list", "lookup", "itunes_lookup"],
    ["ios", "chart", "chart", "itunes_rss"],
    ["ios", "search", "search", "itunes_search"],
    ["ios", "search", "lookup", "itunes_lookup"],
    ["android", "identity", "details", "play_page"],
    ["android", "listings", "details", "play_page"],
    ["android", "search", "search", "play_search"],
    ["android", "chart", "chart", "play_batch"],
  ] as const)(
    "is reported with the class of its request: %s, %s, at its %s",
    async (platform, call, kind, hostClass) => {
      simulator.faults.add({ match: { platform, kind }, respond: throttled });

      const throttles = (await reportsOf(platform, call)).flatMap((report) => report.throttles);

      expect(throttles).toEqual([{ hostClass, isAboutAddress: false, retryAfterSeconds: 30 }]);
    },
  );

  it.each<readonly [Platform, string, FaultRule["respond"], Partial<Throttle> | undefined]>([
    ["ios", "403", { status: 403 }, { hostClass: "itunes_lookup", isAboutAddress: true, retryAfterSeconds: null }],
    ["ios", "503 without Retry-After", { status: 503 }, undefined],
    ["ios", "503 with Retry-After", { status: 503, headers: { "retry-after": "9" } }, { retryAfterSeconds: 9 }],
    ["ios", "502", { status: 502 }, undefined],
    ["ios", "a lost connection", "reset", undefined],
    ["android", "403", { status: 403 }, { hostClass: "play_page", isAboutAddress: true }],
    ["android", "429", { status: 429 }, { hostClass: "play_page", isAboutAddress: false }],
  ])("is that of %s: %s", async (platform, _name, respond, throttle) => {
    simulator.faults.add({ match: { platform }, respond });

    const reports = await reportsOf(platform, "identity");

    if (throttle === undefined) expect(reports.flatMap(({ throttles }) => throttles)).toEqual([]);
    else expect(reports[0]?.throttles).toEqual([expect.objectContaining(throttle)]);
  });

  it("is none where the store responds", async () => {
    expect(await reportsOf("ios", "identity")).toEqual([{ costs: { itunes_lookup: 1 }, throttles: [], failing: [] }]);
    expect(await reportsOf("ios", "metrics")).toEqual([
      { costs: { itunes_lookup: 1, apps_page: 1 }, throttles: [], failing: [] },
    ]);
  });
});

/** Returns the database, and the names of the statements that it has run. */
function countStatements() {
  const { db } = database();
  const statements: string[] = [];
  const run: typeof db.run = (statement) => {
    statements.push(statement.name);
    return db.run(statement);
  };
  return { counted: { ...db, run }, statements };
}

describe("a 5xx that limits no requests", () => {
  it.each([
    ["ios", "identity", "lookup", ["itunes_lookup", "itunes_lookup"]],
    ["ios", "listings", "page", ["apps_page", "apps_page"]],
    ["android", "chart", "chart", ["play_batch", "play_batch"]],
  ] as const)("is reported with the class of its request: %s, %s", async (platform, call, kind, classes) => {
    simulator.faults.add({ match: { platform, kind }, respond: { status: 502 } });

    const failing = (await reportsOf(platform, call)).flatMap((report) => report.failing);

    // The quick retry fails as well.
    expect(failing.map(({ hostClass }) => hostClass)).toEqual(classes);
  });
});

describe("a call in which an item fails", () => {
  it.each([
    { other: "is found", country: "de", isPartial: true },
    { other: "fails, too", country: undefined, isPartial: undefined },
  ])("says that its classes responded when another item $other: $isPartial", async ({ country, isPartial }) => {
    const [app] = simulator.catalogue
      .apps("android")
      .filter((one) => one.on(DAY).isInStore && ["us", "de"].every((code) => one.on(DAY).isAvailable(code)));
    const match = { platform: "android", ...(country !== undefined && { country }) } as const;
    simulator.faults.add({ match, respond: { status: 502 } });
    const reports: CallReport[] = [];
    const connector = createScraperConnector("android", simulator, async (report) => void reports.push(report));
    const targets = [
      { country: "us", locale: "en_US" },
      { country: "de", locale: "de" },
    ];

    await connector.fetchListings({ externalId: app?.externalId ?? "", targets }, context);

    expect(reports[0]?.failing).toHaveLength(isPartial === true ? 1 : 2);
    expect(reports[0]?.isPartial).toBe(isPartial);
  });
});

describe("the reporter of a process", () => {
  const stores = equalStores({ perMinute: 60, capacity: 60 });

  function createReporter() {
    const { db } = database();
    const clock = { now: 0 };
    const measured: string[] = [];
    const { counted, statements } = countStatements();
    const report = createResponseReporter(
      {
        db: counted,
        measure: (name) => void measured.push(name),
        log: { warn: () => undefined, error: () => undefined },
        now: () => new Date(clock.now),
      },
      { platform: "ios", stores },
    );
    const budget = sharedBudget({ db, measure: () => undefined }, { platform: "ios", stores });
    return { report, budget, clock, measured, statements };
  }

  it("closes the classes of a store that limits requests, and all of a host that rejects the address", async () => {
    const { report, budget, measured } = createReporter();
    const lookup = { itunes_lookup: 1 };
    const chart = { itunes_rss: 1 };
    await budget({ ...lookup, ...chart }, "first_read");
    const throttle = { hostClass: "itunes_lookup", isAboutAddress: false, retryAfterSeconds: 90 } as const;

    await report({ costs: lookup, throttles: [throttle], failing: [] });
    expect(await budget(lookup, "first_read")).toBeGreaterThan(80);
    await passTime(database().db, 31);
    expect(await budget(chart, "first_read")).toBe(0);

    await passTime(database().db, 69);
    await report({ costs: lookup, throttles: [throttle, { ...throttle, isAboutAddress: true }], failing: [] });
    expect(await budget(chart, "first_read")).toBeGreaterThan(80);
    expect(measured).toEqual(["StoreThrottles", "StoreThrottles"]);
  });

  it("pauses a class for half a minute after the third 5xx in a row, and no other class", async () => {
    const { report, budget } = createReporter();
    const [lookup, chart] = [{ itunes_lookup: 1 }, { itunes_rss: 1 }];
    await budget({ ...lookup, ...chart }, "first_read");
    const fail = (subject: string, storefront: string) =>
      report({ costs: lookup, throttles: [], failing: [{ hostClass: "itunes_lookup", subject, storefront }] });
    await fail("1", "us");
    await fail("2", "de");
    await report({ costs: lookup, throttles: [], failing: [] });
    await fail("1", "us");
    await fail("2", "de");
    expect(await budget(lookup, "first_read")).toBe(0);

    await fail("3", "jp");

    expect(await budget(lookup, "first_read")).toBeGreaterThanOrEqual(29);
    expect(await budget(chart, "first_read")).toBe(0);
    await passTime(database().db, 31);
    expect(await budget(lookup, "first_read")).toBe(0);
  });

  it.each([
    [
      "one storefront",
      [
        ["1", "fr"],
        ["2", "fr"],
        ["3", "fr"],
        ["4", "fr"],
      ],
    ],
    [
      "one app",
      [
        ["1", "fr"],
        ["1", "de"],
        ["1", "jp"],
        ["1", "us"],
      ],
    ],
  ])("pauses no class for the failures of %s, which count once", async (_of, failures) => {
    const { report, budget } = createReporter();
    const lookup = { itunes_lookup: 1 };
    await budget(lookup, "first_read");

    for (const [subject = "", storefront = ""] of failures) {
      await report({ costs: lookup, throttles: [], failing: [{ hostClass: "itunes_lookup", subject, storefront }] });
    }

    expect(await budget(lookup, "first_read")).toBe(0);
  });

  it.each([
    { apps: 2, isClosed: true },
    { apps: 1, isClosed: false },
  ])(
    "pauses a class whose lists fail in three storefronts if they name several apps: $apps",
    async ({ apps, isClosed }) => {
      const { report, budget } = createReporter();
      const lookup = { itunes_lookup: 1 };
      await budget(lookup, "first_read");
      simulator.faults.add({ match: { platform: "ios", kind: "lookup" }, respond: { status: 502 } });
      const request = requireStorefrontApps(createScraperConnector("ios", simulator, report));
      const externalIds = simulator.catalogue
        .apps("ios")
        .slice(0, apps)
        .map(({ externalId }) => externalId);

      for (const country of ["us", "de", "jp"]) {
        const list = request({ country, externalIds, language: null, fields: "metrics" }, context);
        await expect(list).rejects.toMatchObject({ failure: { reason: "http_5xx" } });
      }

      expect((await budget(lookup, "first_read")) > 0).toBe(isClosed);
    },
  );

  it("pauses no class for the failures of calls in which other items were found", async () => {
    const { report, budget } = createReporter();
    const lookup = { itunes_lookup: 1 };
    await budget(lookup, "first_read");
    const fail = (subject: string, storefront: string, isPartial: boolean) =>
      report({
        costs: lookup,
        throttles: [],
        failing: [{ hostClass: "itunes_lookup", subject, storefront }],
        isPartial,
      });

    await fail("1", "us", true);
    await fail("2", "de", true);
    await fail("3", "jp", true);
    expect(await budget(lookup, "first_read")).toBe(0);

    await fail("1", "us", false);
    await fail("2", "de", false);
    await fail("4", "fr", true);
    await fail("3", "jp", false);
    expect(await budget(lookup, "first_read")).toBe(0);
  });

  it("writes that a store responds once a minute and class", async () => {
    const { report, clock, statements } = createReporter();
    for (let call = 0; call < 100; call += 1) {
      await report({ costs: { itunes_lookup: 1, apps_page: 1 }, throttles: [], failing: [] });
      clock.now += 1_000;
    }
    expect(statements).toEqual(Array(4).fill("report_response"));
  });

  it("keeps what a store has responded when its report fails", async () => {
    const errors: string[] = [];
    const { db } = database();
    const broken = { ...db, run: () => Promise.reject(new Error("The database is gone.")) };
    const report = createResponseReporter(
      {
        db: broken,
        measure: () => undefined,
        log: { warn: () => undefined, error: (event) => void errors.push(event) },
        now: () => new Date(),
      },
      { platform: "ios", stores },
    );

    await report({ costs: { itunes_lookup: 1 }, throttles: [], failing: [] });

    expect(errors).toEqual(["store.report.failed"]);
  });

  it("writes nothing where the host has no limit", async () => {
    const { counted, statements } = countStatements();
    const report = createResponseReporter(
      {
        db: counted,
        measure: () => undefined,
        log: { warn: () => undefined, error: () => undefined },
        now: () => new Date(),
      },
      { platform: "ios", stores: equalStores({ perMinute: "unlimited", capacity: 60 }) },
    );

    const throttle = { hostClass: "itunes_lookup", isAboutAddress: true, retryAfterSeconds: 90 } as const;
    await report({ costs: { itunes_lookup: 1 }, throttles: [throttle], failing: [] });
    await report({ costs: { itunes_lookup: 1 }, throttles: [], failing: [] });

    expect(statements).toEqual([]);
  });
});
