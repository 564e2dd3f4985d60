import { describe, expect, it, vi } from "vitest";

import { findStages } from "../../infra/aws/find-stages.ts";
import { readFindings } from "../../infra/aws/preflight.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { LOCAL_REGION } from "../../infra/local/host/resource-names.ts";
import { runCdkWith } from "./fixtures/run-cdk.ts";
import { useAccount } from "./fixtures/use-account.ts";

const never = ["--require-approval", "never"];

describe("an account and region", () => {
  const account = useAccount();

  it("with another stage is rejected before anything is made", { timeout: 300_000 }, async () => {
    await account.haveQueueOf({ service: "shelfwatch", stage: "dev" });

    expect(
      await runCdkWith(account.variables(), "deploy", "--stage", "prod", "--alarm-email", "a@b.c", ...never),
    ).toEqual({
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
    await account.haveQueueOf(tags);

    expect(await findStages("prod")).toEqual({ isFirst: false, ...other });
  });

  it("whose stage has the alarms of the API is deployed under their watch; without them a notice says so", async () => {
    await account.haveQueueOf({ service: "shelfwatch", stage: "prod" });
    expect(await readFindings(prod)).toEqual({
      faults: [],
      notices: ["No alarm watches this deployment: it is not undone when the API fails."],
      isFirst: false,
      triggers: [],
    });

    const triggers = ["arn:of:canary", "arn:of:errors", "arn:of:latency"];
    account.be({ alarms: triggers });
    expect(await readFindings(prod)).toEqual({ faults: [], notices: [], isFirst: false, triggers });
  });

  it("is looked up in the region of the CDK's variable when only that is set", async () => {
    await account.haveQueueOf({ service: "shelfwatch", stage: "dev" });
    vi.stubEnv("AWS_REGION", undefined);
    vi.stubEnv("AWS_DEFAULT_REGION", LOCAL_REGION);

    expect(await findStages("prod")).toEqual({ isFirst: false, other: "Stage dev" });
  });

  it("without the queues is free for any stage, whose first deployment it is", async () => {
    await account.beFree();

    expect(await findStages("prod")).toEqual({ isFirst: true });
  });

  it("that cannot be looked up is left to the CDK with a notice", { timeout: 300_000 }, async () => {
    // An option that the CDK does not know ends it before it sends a request.
    const { status, said } = await runCdkWith(
      {
        ...account.variables(),
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
          "Whether the account's plan allows the database .* \\(bad port\\)\\.",
          "Whether the account and region are bootstrapped .* \\(bad port\\)\\.",
          "How many functions .* \\(bad port\\)\\.",
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
    await account.beFree();
    account.be({ quota });

    const { faults, notices } = await readFindings(stage);

    expect(isFault ? [faults, notices] : [notices, faults]).toEqual([[expect.stringMatching(says)], []]);
    account.be({});
    expect(await readFindings(stage)).toEqual({ faults: [], notices: [], isFirst: true, triggers: [] });
  });
});
