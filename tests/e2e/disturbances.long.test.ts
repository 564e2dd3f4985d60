import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { platforms } from "../../lib/domain/platform.ts";
import { byRun } from "../support/by-run.ts";
import { describeCharts } from "./charts.ts";
import { register } from "./fixtures/call-api.ts";
import { processesOf } from "./fixtures/processes.ts";
import { useHost } from "./fixtures/use-host.ts";
import { type DailyCharts, startHostedService } from "./hosted-service.ts";
import { describeKills } from "./kills.ts";
import { describeLostConnections } from "./lost-connections.ts";

/** Tests in tests/{sync,charts,sweeps}/faults end work before single statements, within one process. */
const charts: DailyCharts = { countries: ["us", "de"], platforms };

const { host: service, dataDir, restart } = useHost((folder) => startHostedService(folder, charts));

describeCharts(service, charts);

describe("with a user", () => {
  let token: string;
  beforeAll(async () => {
    token = await register(service().url);
  });

  const { kills, points } = byRun({ usual: { kills: 20, points: 1 }, nightly: { kills: 60, points: 4 } });
  describeLostConnections({ service, dataDir, token: () => token, kills });
  describeKills({ service, dataDir, restart, token: () => token, points });
});

describe.runIf(process.platform === "linux")("a signal to the host", () => {
  it("stops everything, also during work", async () => {
    const { hostname, port } = new URL(service().url);
    const client = connect(Number(port), hostname).on("error", () => {});
    // A request whose end never comes.
    client.write("POST /api/v1/apps HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{");
    await once(client, "connect");

    expect(await service().interrupt()).toBe(0);
    expect(await processesOf(dataDir())).toEqual([]);
    client.destroy();
  });
});
