import { describe, expect, it } from "vitest";

import { findNobodyToNotify, readAlarmEmails, withAlarmEmails } from "../../infra/aws/alarm-recipients.ts";
import { rdsAuthorities } from "../../infra/aws/bundle/rds-authorities.ts";
import { findRegionFault } from "../../infra/aws/check-stage.ts";
import { local } from "../../infra/aws/local-stages.ts";
import { withoutFunctionUrls, zoneIds } from "../../infra/aws/regions.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { runCdkWith } from "./fixtures/run-cdk.ts";

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
});

describe("a stage whose alarms notify nobody", () => {
  const nobody =
    "The alarms of stage prod notify nobody: set its alarmEmails in infra/aws/stages.ts, or give " +
    "--alarm-email <address> with every deployment.";

  it("is not deployed", async () => {
    expect(await runCdk("deploy", "--stage", "prod")).toEqual({ status: 1, said: `${nobody}\n` });
  });

  it("is one with full monitoring and no address in its settings or on the command line", () => {
    expect(findNobodyToNotify(prod, [])).toBe(nobody);
    expect(findNobodyToNotify(prod, ["on-call@example.com"])).toBeUndefined();
    expect(findNobodyToNotify({ ...prod, alarmEmails: ["on-call@example.com"] }, [])).toBeUndefined();
  });

  it("is deployed with a notice when only dead letters raise its alarms", () => {
    expect(findNobodyToNotify(dev, [])).toMatch(/^The alarms on dead letters of stage dev notify nobody: set its/);
  });

  it("gets the addresses of the command line, which the CDK does not know", () => {
    const given = [
      "--alarm-email",
      "a@example.com",
      "--profile",
      "ops",
      "--alarm-email=b@example.com",
      "--no-rollback",
    ];

    expect(readAlarmEmails(given)).toEqual({
      emails: ["a@example.com", "b@example.com"],
      others: ["--profile", "ops", "--no-rollback"],
    });
    expect(withAlarmEmails(prod, "a@example.com,b@example.com").alarmEmails).toEqual([
      "a@example.com",
      "b@example.com",
    ]);
    expect(withAlarmEmails(prod, undefined)).toBe(prod);
  });
});

describe("a region that lacks what the service needs", () => {
  const rejection =
    /Stage prod cannot be deployed to mx-central-1: .* certificate .*It can be deployed to .*eu-central-1, .*us-east-1,/;

  it("is rejected with what it lacks and the regions that have all", () => {
    expect(findRegionFault(prod, "mx-central-1")).toMatch(rejection);
    for (const region of nonEmpty(withoutFunctionUrls)) {
      expect(findRegionFault(prod, region)).toMatch(/: Lambda has no function URLs there, .*It can be deployed to /);
    }
  });

  it("is one of those that RDS has certificates for, unless two of its zones are known", () => {
    const covered = [...rdsAuthorities().keys()].filter((region) => !withoutFunctionUrls.includes(region));

    expect(Object.keys(zoneIds)).toEqual(covered.toSorted());
    for (const region of nonEmpty(covered)) expect(findRegionFault(prod, region)).toBeUndefined();
    expect(new Set(Object.values(zoneIds).flat()).size).toBe(2 * covered.length);
    expect(Object.values(zoneIds).flat()).not.toContain("use1-az3");
  });

  it("is accepted for a stage without a database of its own", () => {
    expect(findRegionFault(local, "mx-central-1")).toBeUndefined();
  });
});
