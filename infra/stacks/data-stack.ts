import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Trigger } from "aws-cdk-lib/triggers";
import type { Construct } from "constructs";
import { maintenanceEnvironment, migrationEnvironment } from "../../lib/runtime/environment.ts";
import { Database } from "../constructs/database.ts";
import { Schedule } from "../constructs/schedule.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import type { DatabaseAddress, Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

const MIGRATION_MINUTES_MAX = 10;

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
    this.database = new Database(this, "Database", {
      deployment,
      ...(databaseAddress ? { address: databaseAddress } : {}),
    });
    this.#addMigration(deployment);
    this.#addPartitions(deployment);
  }

  #addMigration(deployment: Deployment): void {
    const { appSecret, ownerSecret } = this.database;
    const migrate = new ServerFunction(this, "Migrate", {
      deployment,
      entry: entries.migrate,
      description: "Brings the tables to this release, before anything else of it runs",
      schema: migrationEnvironment,
      environment: {
        ...this.database.environment(),
        DATABASE_SECRET_ARN: ownerSecret.secretArn,
        APP_SECRET_ARN: appSecret.secretArn,
      },
      memoryMb: 512,
      timeoutSeconds: MIGRATION_MINUTES_MAX * 60,
    });
    appSecret.grantRead(migrate.lambda).assertSuccess();
    ownerSecret.grantRead(migrate.lambda).assertSuccess();

    new Trigger(this, "MigrateTrigger", {
      handler: migrate.lambda,
      timeout: Duration.minutes(MIGRATION_MINUTES_MAX),
    });
  }

  #addPartitions(deployment: Deployment): void {
    const createPartitions = new ServerFunction(this, "CreatePartitions", {
      deployment,
      entry: entries.createPartitions,
      description: "Makes the partitions that the coming weeks need",
      schema: maintenanceEnvironment,
      environment: this.database.environment(),
      memoryMb: 512,
      timeoutSeconds: 60,
    });
    this.database.grantConnectTo(createPartitions);
    new Schedule(this, "CreatePartitionsSchedule", {
      target: createPartitions,
      expression: deployment.stage.schedules.createPartitions,
    });
  }
}
