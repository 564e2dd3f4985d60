import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Key } from "aws-cdk-lib/aws-kms";
import { describe, expect, it } from "vitest";

import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { BackupCopies } from "../../infra/aws/constructs/backup-copies.ts";
import { DataStack } from "../../infra/aws/stacks/data-stack.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { oneEndpoint, resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const vaultArn = "arn:aws:backup:us-east-1:111111111111:backup-vault:elsewhere";
const stage: Stage = { ...dev, keepData: true, encryption: "own_key", backupCopies: { vaultArn, keepDays: 35 } };

describe("copies of backups", () => {
  const { data } = synthesiseStage(stage, oneEndpoint);

  it("are made of the cluster each night, for the vault and the days that the stage names", () => {
    const [[, plan] = []] = resourcesOf(data, "AWS::Backup::BackupPlan");
    const [[, selection] = []] = resourcesOf(data, "AWS::Backup::BackupSelection");
    const [[, vault] = []] = resourcesOf(data, "AWS::Backup::BackupVault");

    expect(plan?.Properties?.BackupPlan).toMatchObject({
      BackupPlanRule: [
        {
          ScheduleExpression: "cron(30 3 * * ? *)",
          Lifecycle: { DeleteAfterDays: 2 },
          CopyActions: [{ DestinationBackupVaultArn: vaultArn, Lifecycle: { DeleteAfterDays: 35 } }],
        },
      ],
    });
    expect(JSON.stringify(selection?.Properties)).toContain(":cluster:shelfwatch-dev");
    expect(vault?.DeletionPolicy).toBe("RetainExceptOnCreate");
  });

  it("may be read by the account of the vault with the database's key", () => {
    const stack = new Stack(new App(), "data");
    new Key(stack, "Key");
    new BackupCopies(stack, "Copies", {
      deployment: { stage, code: withoutCode },
      settings: { vaultArn, keepDays: 35 },
    });
    const policies = Object.values(Template.fromStack(stack).findResources("AWS::KMS::Key"));

    expect(JSON.stringify(policies[0]?.Properties)).toMatch(/kms:Decrypt.*:iam::111111111111:root/);
  });

  it("that fail, and backups that fail, are events in a log", () => {
    const [[, rule] = []] = resourcesOf(data, "AWS::Events::Rule").filter(
      ([, { Properties }]) => JSON.stringify(Properties?.EventPattern)?.includes("aws.backup"),
    );

    expect(rule?.Properties?.EventPattern).toEqual({
      source: ["aws.backup"],
      "detail-type": ["Backup Job State Change", "Copy Job State Change"],
      detail: { state: ["ABORTED", "EXPIRED", "FAILED", "PARTIAL"] },
    });
    expect(JSON.stringify(rule?.Properties?.Targets)).toContain(":log-group:/aws/events/shelfwatch-dev-backups");
    expect(JSON.stringify(resourcesOf(data, "AWS::Logs::ResourcePolicy"))).toContain("events.amazonaws.com");
  });

  it("are made only for a stage that names a vault, and that has a key which the other account may use", () => {
    expect(resourcesOf(synthesiseStage(prod).data, "AWS::Backup::BackupPlan")).toEqual([]);
    const wrong = { ...stage, encryption: "aws_managed" } as const;
    expect(() => new DataStack(new App(), "data", { deployment: { stage: wrong, code: withoutCode } })).toThrow(
      'backupCopies needs encryption "own_key"',
    );
    const elsewhere = { ...stage, backupCopies: { vaultArn: "elsewhere", keepDays: 35 } };
    expect(() => new DataStack(new App(), "data", { deployment: { stage: elsewhere, code: withoutCode } })).toThrow(
      "backupCopies.vaultArn (elsewhere) names no backup vault.",
    );
  });
});
