import { CfnResource, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Trigger } from "aws-cdk-lib/triggers";
import type { Construct } from "constructs";
import type * as z from "zod";

import { maintenanceEnvironment, migrationEnvironment } from "../../../lib/wiring/environment.ts";
import { AlarmTopics } from "../constructs/alarm-topics.ts";
import { BackupCopies } from "../constructs/backup-copies.ts";
import { Database } from "../constructs/database.ts";
import { DatabaseNotices } from "../constructs/database-notices.ts";
import { EncryptionKey } from "../constructs/encryption-key.ts";
import { logRetention } from "../constructs/log-retention.ts";
import { MonthlyBudget } from "../constructs/monthly-budget.ts";
import { logGroupsBelow, RunbookQueries } from "../constructs/runbook-queries.ts";
import { Safeguards } from "../constructs/safeguards.ts";
import { Schedule } from "../constructs/schedule.ts";
import { ServerFunction, type ServerFunctionProps } from "../constructs/server-function.ts";
import { ServiceAlarm } from "../constructs/service-alarm.ts";
import type { DatabaseAddress, Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

const MIGRATION_MINUTES_MAX = 9;
/** If this were shorter than the function's time, the caller would give up and start the function a second time. */
const TRIGGER_MINUTES_MAX = 12;
/** The maximum of Lambda. */
const RUN_MIGRATIONS_MINUTES_MAX = 15;
const ROTATION_DAYS = 30;
/** It is longer than a sleeping database takes to wake. */
const ROTATION_TIMEOUT_SECONDS = 120;
const MIGRATION_MEMORY_MB = 512;
const UPKEEP_MINUTES_MAX = 5;
/** A step that is repeated raises an alarm only once in this time. */
const ERRORS_PERIOD = Duration.hours(1);
const TRIGGER_PROVIDER = "AWSCDK.TriggerCustomResourceProviderCustomResourceProvider";

export type DataStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly databaseAddress?: DatabaseAddress;
};

export class DataStack extends Stack {
  readonly database: Database;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { deployment, databaseAddress } = props;
    const own =
      deployment.stage.encryption === "own_key" ? new EncryptionKey(this, "Encryption", { deployment }) : undefined;
    const encryption = own ? { encryptionKey: own } : {};
    const topics = new AlarmTopics(this, "Alarms", { deployment, ...encryption });
    new MonthlyBudget(this, "MonthlyBudget", { deployment });
    this.database = new Database(this, "Database", {
      deployment,
      ...encryption,
      ...(databaseAddress ? { address: databaseAddress } : {}),
    });
    const { backupCopies, keepData, monitoring } = deployment.stage;
    if (!databaseAddress && monitoring === "full")
      new DatabaseNotices(this, "Notices", { deployment, topics, ...encryption });
    if (!databaseAddress && keepData) new Safeguards(this, "Safeguards", { deployment, ...encryption });
    if (backupCopies) new BackupCopies(this, "BackupCopies", { deployment, settings: backupCopies });
    const migration = this.#addMigration(deployment);
    // New code of this stack waits for its tables, too.
    migration.executeBefore(this.#addUpkeep(deployment));
    if (!databaseAddress) this.#addRotation(deployment, migration);
    new RunbookQueries(this, "Queries", { deployment, source: "data", logGroups: logGroupsBelow(this) });
  }

  #addMigration(deployment: Deployment): Trigger {
    const { isReadyAfter } = this.database;
    const migrate = this.#addOwnerFunction("Migrate", deployment, {
      entry: entries.migrate,
      description: "Migrates the tables before anything else of this release runs",
      timeoutSeconds: MIGRATION_MINUTES_MAX * 60,
    });
    this.#addOwnerFunction("RunMigrations", deployment, {
      entry: entries.runMigrations,
      description: "Runs what migrations have left to run outside a transaction",
      timeoutSeconds: RUN_MIGRATIONS_MINUTES_MAX * 60,
    });
    const trigger = new Trigger(this, "MigrateTrigger", {
      handler: migrate.lambda,
      timeout: Duration.minutes(TRIGGER_MINUTES_MAX),
      executeAfter: [...isReadyAfter],
    });
    new ServiceAlarm(this, "MigrateErrorsAlarm", {
      deployment,
      says: "The migration of a deployment failed: the release before goes on.",
      runbook: "Failed migration",
      metric: migrate.lambda.metricErrors({ period: ERRORS_PERIOD }),
      threshold: 1,
    });
    this.#boundLogOfTrigger(deployment);
    return trigger;
  }

  /** Secrets Manager tests the credentials when a rotation is configured, so that their role must exist. */
  #addRotation(deployment: Deployment, migration: Trigger): void {
    const rotate = this.#addOwnerFunction("RotatePassword", deployment, {
      entry: entries.rotatePassword,
      description: "Gives the functions the other of two roles with a new password, and the owner a new one",
      timeoutSeconds: ROTATION_TIMEOUT_SECONDS,
    });
    const { appSecret, ownerSecret } = this.database;
    for (const [id, secret] of [
      ["Rotation", appSecret],
      ["OwnerRotation", ownerSecret],
    ] as const) {
      const schedule = secret.addRotationSchedule(id, {
        rotationLambda: rotate.lambda,
        automaticallyAfter: Duration.days(ROTATION_DAYS),
        rotateImmediatelyOnUpdate: false,
      });
      schedule.node.addDependency(migration);
    }
    new ServiceAlarm(this, "RotationErrorsAlarm", {
      deployment,
      says: "A step of the rotation of a password failed.",
      runbook: "Failed rotation",
      metric: rotate.lambda.metricErrors({ period: ERRORS_PERIOD }),
      threshold: 1,
    });
  }

  #addOwnerFunction(
    id: string,
    deployment: Deployment,
    props: Pick<ServerFunctionProps<z.ZodObject>, "entry" | "description" | "timeoutSeconds">,
  ) {
    const { appSecret, ownerSecret, network } = this.database;
    const created = new ServerFunction(this, id, {
      ...props,
      deployment,
      schema: migrationEnvironment(),
      environment: {
        ...this.database.environment(),
        DATABASE_SECRET_ARN: ownerSecret.secretArn,
        APP_SECRET_ARN: appSecret.secretArn,
        OUTSIDE_MIGRATIONS: deployment.stage.database.cluster ? "operation" : "now",
      },
      memoryMb: MIGRATION_MEMORY_MB,
      network,
    });
    appSecret.grantRead(created.lambda).assertSuccess();
    ownerSecret.grantRead(created.lambda).assertSuccess();
    return created;
  }

  /** Otherwise the CDK's own function would create a log group that keeps its lines for ever. */
  #boundLogOfTrigger({ stage }: Deployment): void {
    const provider = this.node.findChild(TRIGGER_PROVIDER).node.findChild("Handler");
    if (!CfnResource.isCfnResource(provider))
      throw new Error(`${provider.node.path} is not a CloudFormation resource.`);
    const log = new LogGroup(this, "MigrateTriggerLogs", logRetention(stage));
    provider.addPropertyOverride("LoggingConfig", { LogGroup: log.logGroupName });
  }

  #addUpkeep(deployment: Deployment): ServerFunction<z.ZodObject> {
    const { retention, schedules } = deployment.stage;
    const maintain: ServerFunction<z.ZodObject> = new ServerFunction(this, "MaintainDatabase", {
      deployment,
      entry: entries.maintainDatabase,
      description: "Creates the partitions of the coming weeks and deletes expired rows",
      schema: maintenanceEnvironment(),
      environment: { ...this.database.environment(), RETENTION: retention },
      memoryMb: 512,
      timeoutSeconds: UPKEEP_MINUTES_MAX * 60,
      network: this.database.network,
    });
    this.database.grantConnectTo(maintain);
    new Schedule(this, "MaintainDatabaseSchedule", { target: maintain, expression: schedules.maintainDatabase });
    return maintain;
  }
}
