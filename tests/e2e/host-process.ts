import { local } from "../../infra/aws/stages.ts";
import { startHost } from "../../infra/local/start-host.ts";
import { CHARTS_PER_MINUTE } from "./hosted-service.ts";

const [dataDir = "", dailyCountries = ""] = process.argv.slice(2);

/** The whole service in a process of its own, which a test may kill. Its leases are short, so that it recovers soon. */
const stage = {
  ...local,
  sync: { ...local.sync, leaseSeconds: 2, leaseRenewalMs: 500, workerTimeoutSeconds: 30 },
  charts: {
    ...local.charts,
    dailyCountries: dailyCountries === "" ? [] : dailyCountries.split(","),
    chartsPerMinute: { ios: CHARTS_PER_MINUTE, android: CHARTS_PER_MINUTE },
    sweepSeconds: 2,
    leaseSeconds: 3,
    resendSeconds: 4,
  },
  schedules: {
    ...local.schedules,
    sweepSyncs: "rate(1 second)",
    startDueSyncs: "rate(1 hour)",
    sweepCharts: "rate(2 seconds)",
  },
};

const host = await startHost({ stage, dataDir, port: 0 });

process.on("message", (message: { kill: string }) => {
  const killed = host.functionNames
    .filter((name) => name.includes(message.kill))
    .reduce((sum, name) => sum + host.killEnvironment(name), 0);
  process.send?.({ killed });
});
process.on("disconnect", () => void host.stop().then(() => process.exit(0)));

const { host: address, port, username, password } = host.postgres;
process.send?.({
  url: host.url,
  functionNames: host.functionNames,
  database: { host: address, port, username, password },
});
