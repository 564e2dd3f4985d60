import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { checkRegion } from "../../infra/aws/check-stage.ts";
import { findOtherStage } from "../../infra/aws/find-other-stage.ts";
import { local, prod } from "../../infra/aws/stages.ts";
import { type QueueServer, startQueueServer } from "../../infra/local/host/queues.ts";
import { LOCAL_REGION } from "../../infra/local/host/resource-names.ts";
import { byRun } from "../support/by-run.ts";

const root = join(import.meta.dirname, "..", "..");

/** Runs it as npm does, on a machine without any AWS account but that of the variables. */
async function runCdkWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const PATH = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  const env = { PATH, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: "true", ...variables };
  const child = spawn(process.execPath, ["infra/aws/run-cdk.ts", ...args], { cwd: root, env });
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, "exit"), text(child.stdout)]);
  return { status, said };
}

const runCdk = (...args: readonly string[]) => runCdkWith({}, ...args);

describe("npm run synth and npm run deploy", () => {
  it.each(["synth", "deploy"])(
    "%s rejects a stage that nobody described, and names those that there are",
    async (command) => {
      expect(await runCdk(command, "--stage", "staging")).toEqual({
        status: 1,
        said: 'No stage is called "staging": there are dev and prod.\n',
      });
    },
  );

  it.each([{ given: [] }, { given: ["--stage"] }])("requires the stage when given $given", async ({ given }) => {
    expect(await runCdk("deploy", ...given)).toEqual({
      status: 1,
      said: "Say which stage: npm run deploy -- --stage dev|prod.\n",
    });
  });

  // It bundles every function anew, as the tests of the bundles do.
  it.runIf(byRun({ usual: false, long: true }))(
    "writes the templates of a stage without an account",
    { timeout: 600_000 },
    async () => {
      const output = mkdtempSync(join(tmpdir(), "shelfwatch-synth-"));
      const { status, said } = await runCdk("synth", "--stage=prod", "--output", output);

      expect([status, said]).toEqual([0, expect.any(String)]);
      expect(readdirSync(output).filter((name) => name.endsWith(".template.json"))).toHaveLength(18);
      rmSync(output, { recursive: true });
    },
  );
});

describe("a region whose certificate authorities of RDS no bundle carries", () => {
  const rejection =
    /Stage prod cannot be deployed to mx-central-1: .*It can be deployed to .*eu-central-1, .*us-east-1,/;

  it("is rejected with the covered regions", () => {
    expect(() => checkRegion(prod, "mx-central-1")).toThrow(rejection);
  });

  // It starts the CDK, which takes seconds.
  it.runIf(byRun({ usual: false, long: true }))(
    "is rejected before anything is bundled",
    { timeout: 300_000 },
    async () => {
      const { status, said } = await runCdkWith({ AWS_REGION: "mx-central-1" }, "synth", "--stage", "prod");

      expect([status, said]).toEqual([1, expect.stringMatching(rejection)]);
    },
  );

  it("is accepted for a stage whose database is reached without TLS", () => {
    expect(() => checkRegion(local, "mx-central-1")).not.toThrow();
    expect(() => checkRegion(prod, "us-east-1")).not.toThrow();
  });
});

describe("an account and region", () => {
  let server: QueueServer;
  beforeAll(async () => {
    server = await startQueueServer();
  });
  afterAll(() => server.close());
  afterEach(() => vi.unstubAllEnvs());

  const variables = () => ({
    AWS_ENDPOINT_URL_SQS: server.endpoint,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  });
  const queueOf = async (tags: Readonly<Record<string, string>>) => {
    await server.call("DeleteQueue", { QueueUrl: server.queueUrl("charts-ios") }).catch(() => {});
    await server.call("CreateQueue", { QueueName: "charts-ios", Attributes: {}, tags });
  };

  it("with another stage is rejected before anything is made", { timeout: 300_000 }, async () => {
    await queueOf({ service: "shelfwatch", stage: "dev" });

    expect(await runCdkWith(variables(), "deploy", "--stage", "prod")).toEqual({
      status: 1,
      said: "Stage dev is in this account and region already, and there is one stage in each: use another for prod.\n",
    });
  });

  it.each([
    { has: "the stage itself", tags: { service: "shelfwatch", stage: "prod" }, other: undefined },
    { has: "another stage", tags: { service: "shelfwatch", stage: "dev" }, other: "Stage dev" },
    { has: "somebody else's queue", tags: {}, other: "A queue called charts-ios, which is not Shelfwatch's," },
  ])("that has $has is recognized by the tags of a queue", async ({ tags, other }) => {
    await queueOf(tags);
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);

    expect(await findOtherStage("prod")).toBe(other);
  });

  it("is looked up in the region of the CDK's variable when only that is set", async () => {
    await queueOf({ service: "shelfwatch", stage: "dev" });
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    vi.stubEnv("AWS_REGION", undefined);
    vi.stubEnv("AWS_DEFAULT_REGION", LOCAL_REGION);

    expect(await findOtherStage("prod")).toBe("Stage dev");
  });

  it("without the queues is free for any stage", async () => {
    await server.call("DeleteQueue", { QueueUrl: server.queueUrl("charts-ios") }).catch(() => {});
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);

    expect(await findOtherStage("prod")).toBeUndefined();
  });

  it("that cannot be looked up is left to the CDK with a notice", { timeout: 300_000 }, async () => {
    // An option that the CDK does not know ends it before it sends a request.
    const { status, said } = await runCdkWith(
      { ...variables(), AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:1" },
      "deploy",
      "--stage",
      "prod",
      "--method=nonsense",
    );

    expect(status).not.toBe(0);
    expect(said).toMatch(/^Whether another stage is in this account and region could not be determined \(\w+\)\.\n/);
  });
});
