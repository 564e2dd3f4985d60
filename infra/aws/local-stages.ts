import type { Stage } from "./stage.ts";
import { charts, deployed, prod, stores, sweep, sync } from "./stages.ts";

const unlimitedStores: Stage["stores"] = {
  ...stores,
  hosts: {
    "itunes.apple.com": { perMinute: "unlimited", capacity: 60, mostInAMinute: 1_000, usersPerDay: 1_000_000 },
    "apps.apple.com": { perMinute: "unlimited", capacity: 60, mostInAMinute: 1_000, usersPerDay: 1_000_000 },
    "play.google.com": { perMinute: "unlimited", capacity: 60, mostInAMinute: 1_000, usersPerDay: 1_000_000 },
  },
};

export const local: Stage = {
  ...deployed,
  name: "local",
  logRetentionDays: 7,
  keepData: false,
  api: {
    ...deployed.api,
    rateLimitPerMinute: 500,
    dayAllowances: { store_requests: 10_000, syncs: 1_000 },
    throttle: { rate: 10_000, burst: 10_000 },
    pageThrottle: { rate: 10_000, burst: 10_000 },
    documentation: true,
    mcp: { throttle: { rate: 10_000, burst: 10_000 }, requestsPerAddress: 100_000 },
    oauth: { registration: "open" },
    // For pages under development on this machine, on any port: the gateway has no wildcard for ports alone.
    corsOrigins: ["http://*"],
  },
  database: { tls: "off", prepare: "on", connectTimeoutSeconds: 10 },
  webhooks: { ...deployed.webhooks, loopback: "allowed" },
  stores: unlimitedStores,
  sync: { ...sync, maxConcurrency: { tracked: 2, on_demand: 2 } },
  sweep: { ...sweep, batchesPerMinute: 6_000, resendSeconds: 60, expressSeconds: 2 },
  charts: {
    ...charts,
    dailyCountries: ["us"],
    chartsPerMinute: { ios: 60, android: 60 },
    // The queues are empty after a stop.
    resendSeconds: 60,
    identifySeconds: 10,
    maxConcurrency: 2,
    requestedPerUserAndDay: 1_000,
  },
  schedules: {
    // It runs soon after the tick that counts the day's sweep.
    startDueSyncs: "rate(20 seconds)",
    resendSyncs: "rate(15 seconds)",
    sweepStorefronts: "rate(15 seconds)",
    startDailyCharts: "cron(5 0 * * ? *)",
    resendCharts: "rate(15 seconds)",
    maintainDatabase: "cron(30 2 * * ? *)",
    dispatchWebhooks: "rate(5 seconds)",
  },
};

/** The local stage without schedules: nothing is fetched unless a request needs it. */
export const quietLocal: Stage = {
  ...local,
  sweep: { ...local.sweep, schedule: "off" },
  keywords: "off",
  charts: { ...local.charts, dailyCountries: [] },
  schedules: {
    startDueSyncs: "rate(1 day)",
    dispatchWebhooks: "rate(1 day)",
    resendSyncs: "rate(1 day)",
    sweepStorefronts: "rate(1 day)",
    startDailyCharts: "rate(1 day)",
    resendCharts: "rate(1 day)",
    maintainDatabase: "rate(1 day)",
  },
};

export const localWithLiveStores: Stage = {
  ...local,
  stores,
  sweep: { ...local.sweep, batchesPerMinute: sweep.batchesPerMinute, expressSeconds: sweep.expressSeconds },
  charts: {
    ...local.charts,
    chartsPerMinute: charts.chartsPerMinute,
    requestedPerUserAndDay: charts.requestedPerUserAndDay,
  },
};

export const prodOnOneMachine: Stage = { ...prod, database: local.database, encryption: "aws_managed" };
