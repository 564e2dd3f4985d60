import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import { AccountPrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import { SettingFault } from "../setting-fault.ts";
import type { BackupCopySettings } from "../stage.ts";
import { clusterIdentifier } from "./aurora-cluster.ts";
import { BackupEvents } from "./backup-events.ts";

/** The snapshot in this account exists only to be copied. */
const DAYS_KEPT_HERE = 2;
const BACKUP_POLICY = "service-role/AWSBackupServiceRolePolicyForBackup";
/** After the daily upkeep, and away from the hours of the day's charts. */
const EACH_NIGHT = Schedule.cron({ hour: "3", minute: "30" });
const VAULT_ARN = /^arn:aws[\w-]*:backup:[\w-]+:(\d{12}):backup-vault:.+$/;
/** The vault's account needs these actions on the key of a copied snapshot, by the documentation of AWS Backup. */
const KEY_ACTIONS = [
  "kms:CreateGrant",
  "kms:Decrypt",
  "kms:DescribeKey",
  "kms:Encrypt",
  "kms:GenerateDataKey*",
  "kms:ReEncrypt*",
];

export type BackupCopiesProps = { readonly deployment: Deployment; readonly settings: BackupCopySettings };

export class BackupCopies extends Construct {
  constructor(scope: Construct, id: string, { deployment, settings }: BackupCopiesProps) {
    super(scope, id);
    const { stage } = deployment;
    const { vaultArn, keepDays } = settings;
    const [, account] = VAULT_ARN.exec(vaultArn) ?? [];
    if (account === undefined) throw new SettingFault(`backupCopies.vaultArn (${vaultArn}) names no backup vault.`);
    if (stage.encryption !== "own_key") {
      throw new SettingFault(
        `backupCopies needs encryption "own_key": stage ${stage.name} uses the key aws/rds, whose snapshots ` +
          "cannot leave the account.",
      );
    }
    const vault = new BackupVault(this, "Vault", {
      backupVaultName: clusterIdentifier(stage),
      removalPolicy: stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    const plan = new BackupPlan(this, "Plan", { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: "nightly-copy",
        scheduleExpression: EACH_NIGHT,
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(8),
        deleteAfter: Duration.days(DAYS_KEPT_HERE),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, "Elsewhere", vaultArn),
            deleteAfter: Duration.days(keepDays),
          },
        ],
      }),
    );
    const clusterArn = Stack.of(this).formatArn({
      service: "rds",
      resource: "cluster",
      resourceName: clusterIdentifier(stage),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const selection = plan.addSelection("Database", { resources: [BackupResource.fromArn(clusterArn)] });
    Validations.of(selection).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${BACKUP_POLICY}]`,
      reason: "AWS Backup documents the rights of its role as this managed policy.",
    });
    this.#shareKeys(account);
    new BackupEvents(this, "Events", { deployment });
  }

  /** A copy is read with the key of its snapshot, so the account of the vault needs the stack's keys. */
  #shareKeys(account: string): void {
    const keys = Stack.of(this)
      .node.findAll()
      .filter((construct) => construct instanceof Key);
    for (const key of keys) key.grant(new AccountPrincipal(account), ...KEY_ACTIONS);
  }
}
