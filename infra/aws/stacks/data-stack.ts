import { CfnResource, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Trigger } from "aws-cdk-lib/triggers";
import type { Construct } from "constructs";
import type * as z from "zod";

import { maintenanceEnvironment, migrationEnvironment } from "../../../lib/runtime/environment.ts";
import { AlarmTopic } from "../constructs/alarm-topic.ts";
import { Database } from "../constructs/database.ts";
import { Schedule } from "../constructs/schedule.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import type { DatabaseAddress, Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

const MIGRATION_MINUTES_MAX = 10;
const UPKEEP_MINUTES_MAX = 5;
/** The id of the function that the CDK adds to a stack with a trigger. */
const TRIGGER_PROVIDER = "AWSCDK.TriggerCustomResourceProviderCustomResourceProvider";

export type DataStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly databaseAddress?: DatabaseAddress;
};

/** The database, the migration of its tables and their daily upkeep. */
export class DataStack extends Stack {
  readonly database: Database;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { deployment, databaseAddress } = props;
    new AlarmTopic(this, "Alarms", { deployment });
    this.database = new Database(this, "Database", {
      deployment,
      ...(databaseAddress ? { address: databaseAddress } : {}),
    });
    const migration = this.#addMigration(deployment);
    // New code of this stack waits for its tables, too.
    migration.executeBefore(this.#addUpkeep(deployment));
  }

  #addMigration(deployment: Deployment): Trigger {
    const { appSecret, ownerSecret, network, isReadyAfter } = this.database;
    const migrate = new ServerFunction(this, "Migrate", {
      deployment,
      entry: entries.migrate,
      name: "migrate",
      description: "Migrates the tables before anything else of this release runs",
      schema: migrationEnvironment(),
      environment: {
        ...this.database.environment(),
        DATABASE_SECRET_ARN: ownerSecret.secretArn,
        APP_SECRET_ARN: appSecret.secretArn,
      },
      memoryMb: 512,
      timeoutSeconds: MIGRATION_MINUTES_MAX * 60,
      network,
    });
    appSecret.grantRead(migrate.lambda).assertSuccess();
    ownerSecret.grantRead(migrate.lambda).assertSuccess();

    const trigger = new Trigger(this, "MigrateTrigger", {
      handler: migrate.lambda,
      timeout: Duration.minutes(MIGRATION_MINUTES_MAX),
      executeAfter: [...isReadyAfter],
    });
    this.#boundLogOfTrigger(deployment);
    return trigger;
  }

  /** Otherwise the CDK's own function would create a log group that keeps its lines for ever. */
  #boundLogOfTrigger({ stage }: Deployment): void {
    const provider = this.node.findChild(TRIGGER_PROVIDER).node.findChild("Handler");
    if (!CfnResource.isCfnResource(provider))
      throw new Error(`${provider.node.path} is not a CloudFormation resource.`);
    const log = new LogGroup(this, "MigrateTriggerLogs", {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    provider.addPropertyOverride("LoggingConfig", { LogGroup: log.logGroupName });
  }

  #addUpkeep(deployment: Deployment): ServerFunction<z.ZodObject> {
    const { retention, schedules } = deployment.stage;
    const maintain: ServerFunction<z.ZodObject> = new ServerFunction(this, "MaintainDatabase", {
      deployment,
      entry: entries.maintainDatabase,
      name: "maintain-database",
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
