import { once } from "node:events";
import type { Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { findStages } from "../../infra/aws/find-stages.ts";
import { readFindings } from "../../infra/aws/preflight.ts";
import { dev, local, prod } from "../../infra/aws/stages.ts";
import { type QueueServer, startQueueServer } from "../../infra/local/host/queues.ts";
import { LOCAL_REGION } from "../../infra/local/host/resource-names.ts";
import { portOf, serveAccount, sound, subscription } from "./fixtures/fake-account.ts";
import { runCdkWith } from "./fixtures/run-cdk.ts";

const never = ["--require-approval", "never"];

describe("an account and region", () => {
  let server: QueueServer;
  let aws: Server;
  let account = sound;
  beforeAll(async () => {
    server = await startQueueServer();
    aws = serveAccount(() => account);
    await once(aws.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(async () => {
    aws.close();
    await server.close();
  });
  afterEach(() => {
    account = sound;
    vi.unstubAllEnvs();
  });

  const variables = () => ({
    AWS_ENDPOINT_URL_SQS: server.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${portOf(aws)}`,
    AWS_ENDPOINT_URL_CLOUDWATCH: `http://127.0.0.1:${portOf(aws)}`,
    AWS_ENDPOINT_URL_FREETIER: `http://127.0.0.1:${portOf(aws)}`,
    AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${portOf(aws)}`,
    AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${portOf(aws)}`,
    AWS_ENDPOINT_URL_SNS: `http://127.0.0.1:${portOf(aws)}`,
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

    expect(await runCdkWith(variables(), "deploy", "--stage", "prod", "--alarm-email", "a@b.c", ...never)).toEqual({
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
      faults: [],
      notices: ["No alarm watches this deployment: it is not undone when the API fails."],
      isFirst: false,
      triggers: [],
    });

    account = { ...sound, alarms: ["arn:of:canary", "arn:of:errors", "arn:of:latency"] };
    expect(await readFindings(prod)).toEqual({ faults: [], notices: [], isFirst: false, triggers: account.alarms });
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
        AWS_ENDPOINT_URL_FREETIER: "http://127.0.0.1:1",
        AWS_ENDPOINT_URL_SSM: "http://127.0.0.1:1",
        AWS_ENDPOINT_URL_SNS: "http://127.0.0.1:1",
      },
      "deploy",
      "--stage",
      "prod",
      "--alarm-email=on-call@example.com",
      "--require-approval=never",
      "--method=nonsense",
    );

    expect(status).not.toBe(0);
    expect(said).toMatch(
      new RegExp(
        [
          "^Whether another stage is in .* could not be determined \\(\\w+\\)\\.",
          "Whether the account's plan allows the database .* \\(TypeError\\)\\.",
          "Whether the account and region are bootstrapped .* \\(TypeError\\)\\.",
          "How many functions .* \\(TypeError\\)\\.",
          "Who gets alarms .* \\(\\w+\\)\\.",
          "Whether the alarms exist .* \\(\\w+\\)\\.",
          "No alarm watches",
        ].join("\n"),
      ),
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
    account = { ...sound, quota };

    const { faults, notices } = await readFindings(stage);

    expect(isFault ? [faults, notices] : [notices, faults]).toEqual([[expect.stringMatching(says)], []]);
    account = sound;
    expect(await readFindings(stage)).toEqual({ faults: [], notices: [], isFirst: true, triggers: [] });
  });

  const beFree = async () => {
    await server.call("DeleteQueue", { QueueUrl: server.queueUrl("charts-ios") }).catch(() => {});
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
  };

  it.each([dev, prod])("on the free plan of AWS cannot create the database of stage $name", async (stage) => {
    await beFree();
    account = { ...sound, plan: { accountPlanType: "FREE", accountPlanStatus: "ACTIVE" } };

    const { faults } = await readFindings(stage);

    expect(faults).toEqual([
      "This account is on AWS's free plan, which cannot create an Aurora cluster in a network of one's own: upgrade it " +
        "first (aws freetier upgrade-account-plan --account-plan-type PAID --region us-east-1).",
    ]);
    expect((await readFindings({ ...stage, database: local.database })).faults).toEqual([]);
  });

  it("of before there were plans has none and is accepted; one whose plan may not be read gets a notice", async () => {
    await beFree();
    account = { ...sound, plan: { __type: "com.amazonaws.freetier#ResourceNotFoundException" } };
    expect(await readFindings(dev)).toMatchObject({ faults: [], notices: [] });

    account = { ...sound, plan: { __type: "com.amazonaws.freetier#AccessDeniedException" } };
    expect((await readFindings(dev)).notices).toEqual([
      "Whether the account's plan allows the database could not be determined (AccessDeniedException).",
    ]);
  });

  it.each([
    { bootstrap: { __type: "ParameterNotFound" }, lacks: "is not bootstrapped" },
    { bootstrap: { Parameter: { Value: "5" } }, lacks: "has a bootstrap of version 5, an old one" },
  ])("that $lacks is rejected with the command that mends it", async ({ bootstrap, lacks }) => {
    await beFree();
    account = { ...sound, bootstrap };

    expect((await readFindings(dev)).faults).toEqual([`This account and region ${lacks}: npm run bootstrap.`]);
  });

  it("are bootstrapped by the credentials and the region of the environment", { timeout: 300_000 }, async () => {
    expect(await runCdkWith(variables(), "bootstrap", "--show-template")).toEqual({
      status: 0,
      said: `Makes a bucket and roles for deployments in account 111122223333, ${LOCAL_REGION}.\n`,
    });
  });

  it.each([
    { lacks: "a region", change: { AWS_REGION: "" }, says: /^Say which region: export AWS_REGION=us-east-1\.\n$/ },
    {
      lacks: "credentials",
      change: { AWS_ACCESS_KEY_ID: "" },
      says: /^No credentials of an account were found, so that aws sts get-caller-identity would fail, too: .+\n$/,
    },
    {
      lacks: "a region that has all",
      change: { AWS_REGION: "mx-central-1" },
      says: /^Stage prod cannot be deployed to mx-central-1: .*\n$/,
    },
  ])("need $lacks to be deployed to, and a sentence says so", async ({ change, says }) => {
    const options = ["--stage", "prod", "--alarm-email", "a@b.c", ...never];
    const { status, said } = await runCdkWith({ ...variables(), ...change }, "deploy", ...options);

    expect([status, said]).toEqual([1, expect.stringMatching(says)]);
  });

  it("that lacks several things names them all at once", async () => {
    await beFree();
    account = { ...sound, quota: 10, plan: { accountPlanType: "FREE" }, bootstrap: { __type: "ParameterNotFound" } };

    const { faults } = await readFindings(prod);

    expect(faults.map((fault) => fault.split(" ").slice(0, 4).join(" "))).toEqual([
      "This account is on",
      "This account and region",
      "This account may run",
    ]);
  });

  it("whose stage has addresses that have not confirmed names each once, and none of another stage", async () => {
    await queueOf({ service: "shelfwatch", stage: "dev" });
    for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value);
    const pending = (topic: string, address: string) => subscription("PendingConfirmation", topic, address);
    account = {
      ...sound,
      subscriptions: [
        pending("shelfwatch-dev-alarms", "ada@example.com"),
        pending("shelfwatch-dev-others", "ada@example.com"),
        pending("shelfwatch-prod-alarms", "bob@example.com"),
        subscription("arn:aws:sns:us-east-1:0:shelfwatch-dev-alarms:1", "shelfwatch-dev-alarms", "eve@example.com"),
      ],
    };

    expect((await readFindings(dev)).notices).toEqual([
      "ada@example.com gets no alarms yet: it has to follow the link in the mail " +
        '"AWS Notification - Subscription Confirmation".',
    ]);
  });
});
