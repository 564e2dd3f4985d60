import { local } from "../../infra/aws/local-stages.ts";
import { startHost } from "../../infra/local/start-host.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { CHARTS_PER_MINUTE, type DailyCharts } from "./hosted-service.ts";

const [dataDir = "", dailyCharts = ""] = process.argv.slice(2);
const daily: DailyCharts = JSON.parse(dailyCharts);
const paceOf = (platform: Platform) => (daily.platforms.includes(platform) ? CHARTS_PER_MINUTE : 1);

/**
 * The whole service in a process of its own, which a test may kill. Its leases are short, so that it recovers soon. It
 * has no sweeps, since the sync that the killed ones are compared with reads all of its app by itself.
 */
const stage = {
  ...local,
  sync: { ...local.sync, leaseSeconds: 2, leaseRenewalMs: 500 },
  sweep: { ...local.sweep, schedule: "off" as const },
  charts: {
    ...local.charts,
    dailyCountries: daily.countries,
    chartsPerMinute: { ios: paceOf("ios"), android: paceOf("android") },
    sweepSeconds: 2,
    leaseSeconds: 3,
    resendSeconds: 4,
  },
  schedules: {
    ...local.schedules,
    resendSyncs: "rate(1 second)",
    startDueSyncs: "rate(1 hour)",
    resendCharts: "rate(2 seconds)",
  },
};

const host = await startHost({ stage, dataDir, port: 0 });

process.on("message", (message: { kill: string }) => {
  const killed = host.functionNames
    .filter((name) => name.includes(message.kill))
    .reduce((sum, name) => sum + host.killEnvironment(name), 0);
  process.send?.({ killed });
});
const stop = () => void host.stop().then(() => process.exit(0));
process.once("disconnect", stop);
process.once("SIGINT", stop);

const { host: address, port, username, password } = host.postgres;
process.send?.({
  url: host.url,
  functionNames: host.functionNames,
  database: { host: address, port, username, password },
});
