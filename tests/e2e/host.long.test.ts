import { beforeAll, describe, expect, it } from "vitest";

import { startHost } from "../../infra/local/start-host.ts";
import { runSmoke } from "../smoke/deployed/run-smoke.ts";
import { register } from "./fixtures/call-api.ts";
import { withoutDailyCharts as stage } from "./fixtures/stages.ts";
import { useHost } from "./fixtures/use-host.ts";
import { describeReadsOfHistory } from "./operations.ts";
import { describePublishers } from "./publishers.ts";
import { describeWebhooks } from "./webhooks.ts";

/** More than those of `npm test`. */
const PARTS = [" + ", "\\", "%", "?", "++", "#", "&", ",", "'", "(c/o", "«", "شركة", "É", "ı"];

describe("the whole service on one machine, besides what npm test calls", () => {
  const { host } = useHost((folder) => startHost({ dataDir: folder, stage }));
  let token: string;
  beforeAll(async () => {
    token = await register(host().url);
  });

  // Before the other tests, behind whose syncs its own would wait.
  describeWebhooks(host, () => token);
  describeReadsOfHistory(host);

  it("passes the smoke test of deployed services, which prints no secret", async () => {
    const said: string[] = [];
    const options = { url: host().url, account: undefined, documentation: "on", waitSeconds: 120 } as const;

    expect(await runSmoke(options, (line) => said.push(line))).toBe(0);
    expect(said.at(-1)).toMatch(/^All \d+ steps passed in \d+ s\.$/);
    expect(said.slice(1, -1).filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect(said.join("\n")).not.toMatch(/[\w-]{32}/);
  });

  describePublishers(host, () => token, PARTS);
});
