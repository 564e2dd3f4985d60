import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { mockClient } from "aws-sdk-client-mock";
import { afterEach, describe, expect, it } from "vitest";

import { findTriggers } from "../../infra/aws/find-triggers.ts";
import { prod } from "../../infra/aws/stages.ts";
import { resourcesOf, synthesiseStacks } from "../infra/fixtures/synthesise-stage.ts";

const cloudWatch = mockClient(CloudWatchClient);
afterEach(() => cloudWatch.reset());

const arnOf = (name: string) => `arn:aws:cloudwatch:eu-central-1:123456789012:alarm:${name}`;
/** Responds as an account that has these alarms alone. */
const has = (...names: readonly string[]) =>
  cloudWatch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }: { readonly AlarmNames: readonly string[] }) => ({
    MetricAlarms: names
      .filter((name) => AlarmNames.includes(name))
      .map((AlarmName) => ({ AlarmName, AlarmArn: arnOf(AlarmName) })),
  }));

describe("the alarms that undo a deployment", () => {
  const alarms = Object.values(synthesiseStacks(prod)).flatMap((template) =>
    resourcesOf(template, "AWS::CloudWatch::Alarm"),
  );
  const names = alarms.map(([, { Properties }]) => String(Properties?.AlarmName));

  it("are those of errors and latency of the API and of visits that fail, by the names of the templates", async () => {
    has(...names);
    expect(await findTriggers(prod)).toEqual(
      ["api-errors", "api-latency", "failing-canary-repeated"].map((name) => arnOf(`critical-shelfwatch-prod-${name}`)),
    );
  });

  it("are none where a deployment has not come as far as all of them: CloudFormation takes a missing one for raised", async () => {
    has("critical-shelfwatch-prod-api-errors");
    expect(await findTriggers(prod)).toEqual([]);
    has();
    expect(await findTriggers(prod)).toEqual([]);
  });
});
