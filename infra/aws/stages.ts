import type { ChartSettings, Stage, SyncSettings } from "./stage.ts";

export const sync: SyncSettings = {
  leaseSeconds: 60,
  leaseRenewalMs: 20_000,
  workerTimeoutSeconds: 90,
  workerMemoryMb: 512,
  maxConcurrency: { tracked: 5, on_demand: 5 },
  // An hour less than a day, so that ticks and queues move no sync past its day.
  refreshHours: 23,
  availabilityRecheckDays: 7,
  identityRetryDelaysSeconds: [30, 60, 120],
  runAgeMaxHours: 24,
  syncsPerTick: 1_000,
  untrackedSyncsPerTick: 0,
};

/**
 * Others report several times these rates (docs/stores.md). Users get what a day's charts and the own storefronts of
 * 100,000 followed apps leave (docs/capacity.md).
 */
export const stores: Stage["stores"] = {
  hosts: {
    "itunes.apple.com": { perMinute: 20, capacity: 60, mostInAMinute: 20, usersPerDay: 18_700 },
    "apps.apple.com": { perMinute: 20, capacity: 60, mostInAMinute: 20, usersPerDay: 18_800 },
    "play.google.com": { perMinute: 30, capacity: 60, mostInAMinute: 30, usersPerDay: 10_900 },
  },
  classes: {
    itunes_lookup: { startPerMinute: 8, capPerMinute: 20, adaptive: true },
    itunes_rss: { startPerMinute: 8, capPerMinute: 12, adaptive: true },
    itunes_search: { startPerMinute: 4, capPerMinute: 10, adaptive: true },
    itunes_reviews: { startPerMinute: 4, capPerMinute: 10, adaptive: true },
    apps_page: { startPerMinute: 14, capPerMinute: 20, adaptive: true },
    play_page: { startPerMinute: 15, capPerMinute: 30, adaptive: true },
    play_search: { startPerMinute: 6, capPerMinute: 10, adaptive: true },
    // It starts at the pace of charts, which have a day for 12,276 requests, plus further pages of searches.
    play_batch: { startPerMinute: 14, capPerMinute: 20, adaptive: true },
  },
};

export const sweep: Stage["sweep"] = {
  schedule: "daily",
  // The 111 batches of 150 apps take 14 minutes, and the batches of 10,000 apps 16 hours, at the usual eight a minute.
  batchesPerMinute: 10,
  appsPerRequest: 150,
  leaseSeconds: 60,
  resendSeconds: 900,
  expressSeconds: 30,
};

export const charts: ChartSettings = {
  dailyCountries: "active",
  pages: "on",
  // The App Store's 8,658 charts take 12 hours in 5,661 fetches, or 18 by feeds only. Google Play's 12,276 take 17.
  chartsPerMinute: { ios: 8, android: 12 },
  leaseSeconds: 60,
  resendSeconds: 900,
  // It is longer than the 6 minutes in which the charts of a storefront are fetched one after the other.
  identifySeconds: 600,
  maxConcurrency: 5,
  requestedPerUserAndDay: 50,
};

/** The App Store gets three requests of each minute for 3,000 terms a day, and Google Play four. */
export const keywords = {
  perUserMax: 200,
  termsMax: { ios: 3_000, android: 2_000 },
  perMinute: { ios: 3, android: 4 },
} satisfies Stage["keywords"];

export const deployed = {
  encryption: "aws_managed",
  logLevel: "INFO",
  alarmEmails: [],
  monitoring: "full",
  budgetUsd: 150,
  // Metrics and logs show as much, and at 10,000 apps the traces would cost as much as the database.
  tracing: { endpoints: false, consumers: false, scrapers: false },
  api: {
    rateLimitPerMinute: 60,
    dayAllowances: { store_requests: 500, syncs: 30 },
    registration: "open",
    followedAppsPerUser: 10_000,
    throttle: { rate: 100, burst: 200 },
    // Ten users who open the dashboard at once, and then five per second.
    pageThrottle: { rate: 20, burst: 60 },
    memoryMb: 512,
    computeMemoryMb: 1_769,
    timeoutSeconds: 29,
    accountConcurrency: 1_000,
    documentation: false,
    dashboard: true,
    // Forty assistants that begin at once, and then ten calls per second.
    // Users of an office share an address, and each may send the API 60 requests a minute.
    mcp: { throttle: { rate: 10, burst: 40 }, requestsPerAddress: 600 },
    oauth: { registration: "off" },
    corsOrigins: [],
  },
  session: { driver: "database", lifetimeMinutes: 120, lifetimeMaxDays: 14 },
  dashboard: { imageOrigins: [] },
  // Ten pages of 1.5 MB at once take 209 MB, and Lambda's runtime about 40 (npm run bench -- scrapers).
  scrapers: { memoryMb: 384, timeoutSeconds: 30, routeDeadlineMs: 25_000, storeConcurrency: 10 },
  stores,
  sync,
  sweep,
  charts,
  webhooks: { delivery: "on", privateTargets: [], loopback: "rejected" },
  email: "off",
  keywords,
  retention: { chartEntriesDays: 400, chartFetchesDays: 35, failedItemsDays: 90 },
} as const;

export const prod: Stage = {
  ...deployed,
  name: "prod",
  logRetentionDays: 30,
  // Its alarms need three periods of five minutes.
  rollbackMinutes: 15,
  canary: { schedule: "cron(20 * * * ? *)", probeSchedule: "rate(5 minutes)", searchHour: 9, memoryMb: 256 },
  keepData: true,
  encryption: "own_key",
  api: {
    ...deployed.api,
    storeRoutes: { throttle: { rate: 5, burst: 20 }, reservedConcurrency: 10 },
    oauth: { ...deployed.api.oauth, reservedConcurrency: 10 },
  },
  // The pipeline needs 15 and the four endpoints whose clients wait need 40, which npm run synth checks.
  scrapers: { ...deployed.scrapers, reservedConcurrency: 60 },
  // A tick needs 20 and the readings of clients' documents need 10, which npm run synth checks.
  webhooks: { ...deployed.webhooks, reservedConcurrency: 30 },
  database: {
    tls: "verify-full",
    prepare: "on",
    connectTimeoutSeconds: 10,
    // 10,000 apps need 0.5 by the model. A maximum of 4, if used all month, would cost 350 USD.
    cluster: { capacity: { minAcu: 0.5, maxAcu: 4 }, readers: 0, backupDays: 14 },
  },
  schedules: {
    startDueSyncs: "rate(15 minutes)",
    resendSyncs: "rate(5 minutes)",
    sweepStorefronts: "rate(5 minutes)",
    startDailyCharts: "cron(5 0 * * ? *)",
    resendCharts: "rate(5 minutes)",
    maintainDatabase: "cron(30 2 * * ? *)",
    dispatchWebhooks: "rate(1 minute)",
  },
};

export const dev: Stage = {
  ...deployed,
  name: "dev",
  logRetentionDays: 7,
  keepData: false,
  monitoring: "dead_letters",
  budgetUsd: 10,
  tracing: { endpoints: true, consumers: true, scrapers: true },
  // Documents of clients are read by the sender of webhooks, which are off.
  api: { ...deployed.api, documentation: true, oauth: "off" },
  // A tick each minute would keep the database awake.
  webhooks: { ...deployed.webhooks, delivery: "off" },
  // The minimum of SQS, since a new account may run ten functions at once, and each consumer waits for a scraper.
  sync: { ...sync, maxConcurrency: { tracked: 2, on_demand: 2 } },
  database: {
    tls: "verify-full",
    prepare: "on",
    // It is longer than the 15 seconds that a sleeping database takes to wake.
    connectTimeoutSeconds: 20,
    cluster: {
      capacity: { minAcu: 0, maxAcu: 8, pauseAfterSeconds: 300 },
      readers: 0,
      backupDays: 1,
      dataApi: "on",
    },
  },
  // These are few enough to be fetched within a quarter of an hour, so that the database sleeps again.
  charts: { ...charts, dailyCountries: ["us"], chartsPerMinute: { ios: 6, android: 20 }, maxConcurrency: 2 },
  // At half of the rates that searches start with they take no longer, too.
  keywords: { ...keywords, termsMax: { ios: 30, android: 45 } },
  // One wake-up serves all: the database sleeps between the ticks.
  schedules: {
    startDueSyncs: "cron(0 0/6 * * ? *)",
    resendSyncs: "cron(0 0/6 * * ? *)",
    sweepStorefronts: "cron(0 0/6 * * ? *)",
    startDailyCharts: "cron(0 0 * * ? *)",
    resendCharts: "cron(0 0/6 * * ? *)",
    maintainDatabase: "cron(0 0 * * ? *)",
    // Webhooks are off.
    dispatchWebhooks: "cron(0 0/6 * * ? *)",
  },
};

export const deployedStages: Readonly<Record<string, Stage>> = { dev, prod };
