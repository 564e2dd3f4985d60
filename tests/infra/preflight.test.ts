import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { findStages } from "../../infra/aws/find-stages.ts";
import { readFindings } from "../../infra/aws/preflight.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { type QueueServer, startQueueServer } from "../../infra/local/host/queues.ts";
import { LOCAL_REGION } from "../../infra/local/host/resource-names.ts";
import { runCdkWith } from "./fixtures/run-cdk.ts";

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("an account and region", () => {
  let server: QueueServer;
  /** Responds as Lambda and as CloudWatch. */
  let aws: Server;
  const account = { quota: 1_000, alarms: [] as readonly string[] };
  beforeAll(async () => {
    server = await startQueueServer();
    aws = createServer(({ url, headers }, response) => {
      if (headers["x-amz-target"]?.toString().endsWith(".DescribeAlarms")) {
        response.setHeader("content-type", "application/x-amz-json-1.0");
        return response.end(JSON.stringify({ MetricAlarms: account.alarms.map((AlarmArn) => ({ AlarmArn })) }));
      }
      const isSigned = /SignedHeaders=host;.*Signature=[0-9a-f]{64}$/.test(headers.authorization ?? "");
      response.statusCode = isSigned && url === "/2016-08-19/account-settings/" ? 200 : 403;
      return response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: account.quota } }));
    });
    await once(aws.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(async () => {
    aws.close();
    await server.close();
  });
  afterEach(() => vi.unstubAllEnvs());

  const variables = () => ({
    AWS_ENDPOINT_URL_SQS: server.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${portOf(aws)}`,
    AWS_ENDPOINT_URL_CLOUDWATCH: `http://127.0.0.1:${portOf(aws)}`,
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

    expect(await runCdkWith(variables(), "deploy", "--stage", "prod", "--alarm-email", "a@b.c")).toEqual({
      status: 1,
      said: "Stage dev is in this account and region already, and there is one stage in each: use another for prod.\n",
    });
  });

  it.each([
    { has: "the stage itself", tags: { service: "shelfwatch", stage: "prod" }, other: {} },
    { has: "another stage", tags: { service: "shelfwatch", stage: "dev" }, other: { other: "Stage dev" } },
    {
      has: "somebody else's queue",
      tags: {},
      other: { other: "A queue called charts-ios, which is not Shelfwatch's," },
    },
  ])("that has $has is recognized by the tags of a queue", async ({ tags, other }) => {
    await queueOf(tags);
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);

    expect(await findStages("prod")).toEqual({ isFirst: false, ...other });
  });

  it("whose stage has the alarms of the API is deployed under their watch; without them a notice says so", async () => {
    await queueOf({ service: "shelfwatch", stage: "prod" });
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    expect(await readFindings(prod)).toEqual({
      notices: ["No alarm watches this deployment: it is not undone when the API fails."],
      isFirst: false,
      triggers: [],
    });

    account.alarms = ["arn:of:errors", "arn:of:latency"];
    expect(await readFindings(prod)).toEqual({ notices: [], isFirst: false, triggers: account.alarms });
    account.alarms = [];
  });

  it("is looked up in the region of the CDK's variable when only that is set", async () => {
    await queueOf({ service: "shelfwatch", stage: "dev" });
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    vi.stubEnv("AWS_REGION", undefined);
    vi.stubEnv("AWS_DEFAULT_REGION", LOCAL_REGION);

    expect(await findStages("prod")).toEqual({ isFirst: false, other: "Stage dev" });
  });

  it("without the queues is free for any stage, whose first deployment it is", async () => {
    await server.call("DeleteQueue", { QueueUrl: server.queueUrl("charts-ios") }).catch(() => {});
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);

    expect(await findStages("prod")).toEqual({ isFirst: true });
  });

  it("that cannot be looked up is left to the CDK with a notice", { timeout: 300_000 }, async () => {
    // An option that the CDK does not know ends it before it sends a request.
    const { status, said } = await runCdkWith(
      {
        ...variables(),
        AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:1",
        AWS_ENDPOINT_URL_LAMBDA: "http://127.0.0.1:1",
        AWS_ENDPOINT_URL_CLOUDWATCH: "http://127.0.0.1:1",
      },
      "deploy",
      "--stage",
      "prod",
      "--alarm-email=on-call@example.com",
      "--method=nonsense",
    );

    expect(status).not.toBe(0);
    expect(said).toMatch(
      /^Whether another stage is in .* could not be determined \(\w+\)\.\nHow many functions .* \(TypeError\)\.\nWhether the alarms exist .* \(\w+\)\.\nNo alarm watches/,
    );
  });

  it.each([
    { stage: prod, quota: 10, isFault: true, says: /may run 10 functions .* says 1000 .*--desired-value 1000, or set/ },
    {
      stage: dev,
      quota: 10,
      isFault: false,
      says: /--desired-value 1000; until then set api.accountConcurrency to 10\.$/,
    },
    { stage: prod, quota: 3_000, isFault: false, says: /Set it to 3000, so that synth checks/ },
  ])("that may run $quota functions at once fits $stage.name: $isFault", async ({ stage, quota, isFault, says }) => {
    await server.call("DeleteQueue", { QueueUrl: server.queueUrl("charts-ios") }).catch(() => {});
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    account.quota = quota;

    const { fault, notices } = await readFindings(stage);

    expect(isFault ? [fault, notices] : [notices[0], [fault]]).toEqual([
      expect.stringMatching(says),
      isFault ? [] : [undefined],
    ]);
    account.quota = 1_000;
    expect(await readFindings(stage)).toEqual({ notices: [], isFirst: true, triggers: [] });
  });
});
