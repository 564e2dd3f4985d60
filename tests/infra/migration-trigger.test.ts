import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { prod } from "../../infra/aws/stages.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const { data } = synthesiseStage(prod);

const idOf = (type: string, part: string) =>
  resourcesOf(data, type).find(([id]) => id.includes(part))?.[0] ?? `no ${type} ${part}`;

describe("the migration of a deployment", () => {
  const [trigger] = resourcesOf(data, "Custom::Trigger");

  it("runs when the database exists, before any function of the stack that uses it is changed", () => {
    const partitions = resourcesOf(data, "AWS::Lambda::Function").find(([id]) => id.startsWith("MaintainDatabase"));

    expect(trigger?.[1].DependsOn).toEqual(
      expect.arrayContaining([idOf("AWS::RDS::DBCluster", "Aurora"), idOf("AWS::RDS::DBInstance", "Writer")]),
    );
    const ways = ["AWS::EC2::SecurityGroupIngress", "AWS::EC2::SecurityGroupEgress"];
    expect(trigger?.[1].DependsOn).toEqual(expect.arrayContaining(ways.map((type) => idOf(type, "Functions"))));
    expect(partitions?.[1].DependsOn).toContain(trigger?.[0]);
  });

  it("runs again with each release whose code differs", () => {
    expect(trigger?.[1].Properties).toMatchObject({
      HandlerArn: { Ref: expect.stringMatching(/^MigrateFunctionCurrentVersion/) },
    });
  });

  it("is left out by its name where a rollback fails, as the runbook says", () => {
    const runbook = readFileSync(join(import.meta.dirname, "../../docs/runbook.md"), "utf8");
    const [, skipped] =
      /continue-update-rollback --stack-name shelfwatch-prod-data --resources-to-skip (\w+)`/.exec(runbook) ?? [];
    const [, type] = /ResourceType=='([\w:]+)'\]\.LogicalResourceId/.exec(runbook) ?? [];

    expect([skipped, type]).toEqual([trigger?.[0], trigger?.[1].Type]);
  });

  it("ends before its caller gives up, and its caller before its own time expires, so that none is started twice", () => {
    const secondsOf = (part: string) =>
      Number(data?.Resources[idOf("AWS::Lambda::Function", part)]?.Properties?.Timeout);
    const waited = Number(trigger?.[1].Properties?.Timeout) / 1_000;

    expect([secondsOf("MigrateFunction"), waited, secondsOf("AWSCDKTriggerCustomResourceProvider")]).toEqual([
      540, 720, 900,
    ]);
  });
});
