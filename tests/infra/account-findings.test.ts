import { describe, expect, it } from "vitest";

import { AwsResponseError, describeUnread } from "../../infra/aws/aws-client.ts";
import { local } from "../../infra/aws/local-stages.ts";
import { readFindings } from "../../infra/aws/preflight.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { LOCAL_REGION } from "../../infra/local/host/resource-names.ts";
import { subscription } from "./fixtures/fake-account.ts";
import { runCdkWith } from "./fixtures/run-cdk.ts";
import { useAccount } from "./fixtures/use-account.ts";

const never = ["--require-approval", "never"];

describe("an account and region", () => {
  const account = useAccount();

  it.each([dev, prod])("on the free plan of AWS cannot create the database of stage $name", async (stage) => {
    await account.beFree();
    account.be({ plan: { accountPlanType: "FREE", accountPlanStatus: "ACTIVE" } });

    const { faults } = await readFindings(stage);

    expect(faults).toEqual([
      "This account is on AWS's free plan, which cannot create an Aurora cluster in a network of one's own: upgrade it " +
        "first (aws freetier upgrade-account-plan --account-plan-type PAID --region us-east-1).",
    ]);
    expect((await readFindings({ ...stage, database: local.database })).faults).toEqual([]);
  });

  it("of before there were plans has none and is accepted; one whose plan may not be read gets a notice", async () => {
    await account.beFree();
    account.be({ plan: { __type: "com.amazonaws.freetier#ResourceNotFoundException" } });
    expect(await readFindings(dev)).toMatchObject({ faults: [], notices: [] });

    account.be({ plan: { __type: "com.amazonaws.freetier#AccessDeniedException" } });
    expect((await readFindings(dev)).notices).toEqual([
      "Whether the account's plan allows the database could not be determined (AccessDeniedException).",
    ]);
  });

  it.each([
    { bootstrap: { __type: "ParameterNotFound" }, lacks: "is not bootstrapped" },
    { bootstrap: { Parameter: { Value: "5" } }, lacks: "has a bootstrap of version 5, an old one" },
  ])("that $lacks is rejected with the command that mends it", async ({ bootstrap, lacks }) => {
    await account.beFree();
    account.be({ bootstrap });

    expect((await readFindings(dev)).faults).toEqual([`This account and region ${lacks}: npm run bootstrap.`]);
  });

  it("are bootstrapped by the credentials and the region of the environment", async () => {
    expect(await runCdkWith(account.variables(), "bootstrap", "--show-template")).toEqual({
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
    const { status, said } = await runCdkWith({ ...account.variables(), ...change }, "deploy", ...options);

    expect([status, said]).toEqual([1, expect.stringMatching(says)]);
  });

  it.each(["diff", "drift"])("need credentials for npm run %s, and a sentence says so at once", async (command) => {
    const variables = { ...account.variables(), AWS_ACCESS_KEY_ID: "" };

    expect(await runCdkWith(variables, command, "--stage", "dev")).toEqual({
      status: 1,
      said: expect.stringMatching(/^No credentials of an account were found, so that aws sts .*\n$/),
    });
  });

  it("that cannot be reached, or rejects the credentials, is named with what to look at", () => {
    const unreachable = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ENOTFOUND" }) });
    const rejected = new AwsResponseError("sts", 403, { __type: "ExpiredTokenException" });

    expect([unreachable, rejected].map((error) => describeUnread(error, "eu-central-1"))).toEqual([
      "AWS could not be reached in eu-central-1 (ENOTFOUND): look at the network, its proxy, and the region's name.",
      "AWS accepts no request with these credentials in eu-central-1 (ExpiredTokenException): aws sts " +
        "get-caller-identity fails, too.",
    ]);
  });

  it("that lacks several things names them all at once", async () => {
    await account.beFree();
    account.be({ quota: 10, plan: { accountPlanType: "FREE" }, bootstrap: { __type: "ParameterNotFound" } });

    const { faults } = await readFindings(prod);

    expect(faults.map((fault) => fault.split(" ").slice(0, 4).join(" "))).toEqual([
      "This account is on",
      "This account and region",
      "This account may run",
    ]);
  });

  it("whose stage has addresses that have not confirmed names each once, and none of another stage", async () => {
    await account.haveQueueOf({ service: "shelfwatch", stage: "dev" });
    const pending = (topic: string, address: string) => subscription("PendingConfirmation", topic, address);
    account.be({
      subscriptions: [
        pending("shelfwatch-dev-alarms", "ada@example.com"),
        pending("shelfwatch-dev-others", "ada@example.com"),
        pending("shelfwatch-prod-alarms", "bob@example.com"),
        subscription("arn:aws:sns:us-east-1:0:shelfwatch-dev-alarms:1", "shelfwatch-dev-alarms", "eve@example.com"),
      ],
    });

    expect((await readFindings(dev)).notices).toEqual([
      "ada@example.com gets no alarms yet: it has to follow the link in the mail " +
        '"AWS Notification - Subscription Confirmation".',
    ]);
  });
});
