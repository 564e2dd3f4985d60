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
/** What CDK calls the function that it adds to a stack with a trigger. */
const TRIGGER_PROVIDER = "AWSCDK.TriggerCustomResourceProviderCustomResourceProvider";

export type DataStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly databaseAddress?: DatabaseAddress;
};

/** The database, and what keeps its tables as the code expects them. */
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
    // New code of this stack, too, waits for its tables.
    migration.executeBefore(this.#addUpkeep(deployment));
  }

  #addMigration(deployment: Deployment): Trigger {
    const { appSecret, ownerSecret, network, isReadyAfter } = this.database;
    const migrate = new ServerFunction(this, "Migrate", {
      deployment,
      entry: entries.migrate,
      name: "migrate",
      description: "Brings the tables to this release, before anything else of it runs",
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

  /** CDK's own function behind a trigger would make a log group by itself, which keeps its lines for ever. */
  #boundLogOfTrigger({ stage }: Deployment): void {
    const provider = this.node.findChild(TRIGGER_PROVIDER).node.findChild("Handler");
    if (!CfnResource.isCfnResource(provider))
      throw new Error(`${provider.node.path} is no resource of CloudFormation.`);
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
      description: "Makes the partitions that the coming weeks need, and deletes what is over",
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
