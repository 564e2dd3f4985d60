import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { local } from "../../../infra/aws/local-stages.ts";
import { shareOfEnvironments } from "../../../infra/local/host/pool.ts";
import { LOCAL_CONNECTIONS_MAX } from "../../../infra/local/postgres/start-postgres.ts";
import { LOCAL_ENVIRONMENTS_MAX } from "../../../infra/local/start-host.ts";
import { useDatabase } from "../../support/database.ts";
import { startFixtureHost } from "../fixtures/start-fixture-host.ts";
import { resourcesOf, synthesiseStage } from "../fixtures/synthesise-stage.ts";

const INVOCATIONS = 6;

const database = useDatabase();
let host: Awaited<ReturnType<typeof startFixtureHost>>;
beforeAll(async () => {
  // Less than two for each function.
  host = await startFixtureHost({ environmentsMax: 10 });
});
afterAll(() => host?.stop());

async function pidOf(): Promise<number> {
  const outcome = await host.invoke("misbehave", { misdeed: "behave" });
  return outcome.ok ? JSON.parse(outcome.payload).pid : Number.NaN;
}

describe("the environments of all functions", () => {
  it("share the host's maximum: an invocation waits for a free one", async () => {
    expect(host.functionNames.length).toBeGreaterThan(5);

    const pids = await Promise.all(Array.from({ length: INVOCATIONS }, pidOf));

    expect(pids).toHaveLength(INVOCATIONS);
    expect(new Set(pids).size).toBe(1);
  });

  it("are at most as many as four fifths of the connections that the local database takes", async () => {
    const functions = Object.values(synthesiseStage(local)).flatMap((template) =>
      resourcesOf(template, "AWS::Lambda::Function").filter(([, { Metadata }]) => Metadata?.["local:entry"]),
    );
    const [server] = await database().sql`SELECT current_setting('max_connections')::int AS connections`;
    const each = shareOfEnvironments(LOCAL_ENVIRONMENTS_MAX, functions.length);

    expect(server?.connections).toBe(LOCAL_CONNECTIONS_MAX);
    expect(each).toBeGreaterThanOrEqual(2);
    expect(each * functions.length).toBeLessThanOrEqual(LOCAL_CONNECTIONS_MAX * 0.8);
  });
});
