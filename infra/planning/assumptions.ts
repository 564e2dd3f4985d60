type Assumption = { readonly value: number; readonly unit: string; readonly basis: string };

const REFERENCE_MODEL = "cost model of the AWS research, 10.2";
const MEASURED_ROWS = "row widths measured in the quality research, 3.2 and 3.3";

const MEASURED_HERE = "tests/infra/planning/stored-bytes.long.test.ts";

const SOLD_EVERYWHERE = "not measured; npm run bench -- economy replaces it by the share of its catalogue";

/** Values that are neither settings nor facts of the code. None was measured on AWS or at a real store. */
export const assumptions = {
  storeMedianMs: { value: 300, unit: "ms a store request, median", basis: "not measured" },
  storeP99Ms: { value: 2_000, unit: "ms a store request, 99th percentile", basis: "not measured" },
  itemFailures: { value: 0.005, unit: "of items fail after the quick retry", basis: "not measured" },
  idleDeliveries: {
    value: 0.1,
    unit: "of the deliveries of syncs and sweeps find no token and come back",
    basis: "npm run simulate -- --apps 20000 --alone --syncs 400, without deliveries of charts: 7 %",
  },
  crashes: { value: 0.0001, unit: "of invocations crash before they write", basis: "not measured" },
  statementMs: { value: 4, unit: "ms a statement, round trip in the network", basis: "not measured" },
  sendMs: { value: 15, unit: "ms to send a message", basis: "not measured" },
  scraperCallMs: { value: 30, unit: "ms a scraper call, besides the store", basis: "not measured" },
  apiRequestMs: { value: 60, unit: "ms an API request", basis: REFERENCE_MODEL },
  apiRequestsPerApp: { value: 2, unit: "API requests an app and day", basis: REFERENCE_MODEL },
  onDemandShare: { value: 0.01, unit: "of API requests start a sync", basis: "not measured" },
  coldStarts: { value: 0.05, unit: "of API requests start a cold function", basis: "not measured" },
  coldStartMs: { value: 400, unit: "ms a cold start", basis: "published figures, AWS research, 9" },
  environmentHours: { value: 2, unit: "hours of a consumer environment's life", basis: "not measured" },
  scheduledRunSeconds: { value: 2, unit: "s a run of a schedule", basis: "not measured" },
  checkRunSeconds: { value: 1, unit: "s a check, which finds its environment warm", basis: "not measured" },
  canaryVisitSeconds: { value: 5, unit: "s a visit of the canary, all of its requests cold", basis: "not measured" },
  deliveriesPerSync: { value: 1, unit: "deliveries of webhooks a sync", basis: "not measured" },
  deliveryKb: { value: 4, unit: "KB a delivery, as a request and as a row", basis: "not measured, at most 20" },
  receiverMs: { value: 300, unit: "ms a receiver of a webhook takes", basis: "not measured" },
  responseKb: { value: 10, unit: "KB an API response", basis: "not measured" },
  storeRequestKb: { value: 1, unit: "KB sent to a store a request", basis: "not measured" },
  scrapedItemKb: { value: 5, unit: "KB an item, from scraper to server", basis: "not measured" },
  logLineBytes: { value: 600, unit: "bytes a log line", basis: "not measured" },
  tracedShare: {
    value: 0.05,
    unit: "of calls of traced functions beyond one a second each",
    basis: "X-Ray's rule for Lambda",
  },
  pollers: { value: 5, unit: "long polls of 20 s at once on each consumed queue", basis: "AWS research, 3.1" },
  statementsPerAcu: { value: 400, unit: "light statements a second and ACU", basis: REFERENCE_MODEL },
  batchWriteStatements: { value: 10, unit: "light statements cost as much as storing a batch", basis: "not measured" },
  dispatchStatements: {
    value: 2,
    unit: "statements at the end of a delivery: one reads what waits, one marks what is sent",
    basis: "lib/sync/dispatch-syncs.ts",
  },
  walBytesPerItem: { value: 900, unit: "bytes of log an item of a whole sync", basis: MEASURED_HERE },
  walBytesPerSweptItem: { value: 27, unit: "bytes of log a swept item, 1 % of them changed", basis: MEASURED_HERE },
  walBytesOfFacts: { value: 470, unit: "bytes of log a synced day of an app's facts", basis: "npm run bench -- facts" },
  walBytesPerRun: { value: 9_000, unit: "bytes of log a sync, besides its items", basis: MEASURED_HERE },
  walBytesPerKeyword: {
    value: 3_000,
    unit: "bytes of log a term read: four writes of its fetch, and its result",
    basis: "not measured",
  },
  walBytesPerRank: {
    value: 30,
    unit: "bytes of log a rank of a chart",
    basis: MEASURED_HERE,
  },
  databaseReadsPerItem: {
    value: 0.1,
    unit: "reads an item, of pages that memory does not hold",
    basis: "not measured",
  },
  otherLogGb: { value: 0.1, unit: "GB of logs of the database and the network a month", basis: "not measured" },
  awakeAcu: { value: 0.5, unit: "ACU while awake without work, where 0 is allowed", basis: "Aurora's smallest step" },
  baseStorageGb: { value: 1, unit: "GiB of an empty database", basis: "not measured" },
  iosSoldShare: { value: 1, unit: "of the App Store's languages and storefronts show an app", basis: SOLD_EVERYWHERE },
  androidSoldShare: { value: 1, unit: "of Google Play's languages show an app", basis: SOLD_EVERYWHERE },
  changedApps: { value: 0.036, unit: "of apps have a new version a day", basis: "one every 28 days" },
  movedStars: {
    value: 0.001,
    unit: "of storefronts have so many more ratings a day that stars are due",
    basis: "not measured",
  },
  changedPairs: { value: 0.01, unit: "of storefronts' metrics change a day", basis: "ceiling, quality research, 3.1" },
  changeRowBytes: { value: 108, unit: "bytes a changed metric", basis: MEASURED_ROWS },
  coverageRowBytes: { value: 84, unit: "bytes a synced day of an app", basis: MEASURED_ROWS },
  keywordReadBytes: {
    value: 1_500,
    unit: "bytes a term read, as a fetch and a result that differs each day, at most",
    basis: "npm run bench -- keywords",
  },
  fetchRowBytes: { value: 250, unit: "bytes a planned chart or batch", basis: "not measured" },
  factKbPerYear: { value: 52, unit: "KB of facts and installs an app and year", basis: "npm run bench -- facts" },
  listingKbPerYear: { value: 135, unit: "KB of listings an app and year", basis: MEASURED_ROWS },
  chartEntryBytes: { value: 15, unit: "bytes a rank of a chart", basis: "npm run bench -- charts" },
  iosChartEntries: {
    value: 255,
    unit: "entries a fetch of App Store charts",
    basis: "two charts of 200 by a page, four by one of 26, and a hundred by a feed",
  },
  namingLookups: {
    value: 0.11,
    unit: "lookups a page of App Store charts, to name apps that it shows first",
    basis: "npm run bench -- charts --only requests: at most 300 for 2,775 pages a day",
  },
  publishersPerApp: { value: 0.5, unit: "publishers of tracked apps a followed app", basis: "not measured" },
  androidChartEntries: { value: 200, unit: "entries a Google Play chart, at most", basis: "cap of the specification" },
} as const satisfies Record<string, Assumption>;

export type Assumed = Readonly<Record<keyof typeof assumptions, number>>;

export const assumed: Assumed = Object.fromEntries(
  Object.entries(assumptions).map(([name, { value }]) => [name, value]),
  // fromEntries loses the names.
) as Assumed;
