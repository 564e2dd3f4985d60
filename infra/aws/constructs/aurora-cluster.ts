import { CfnOutput, Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import {
  AuroraPostgresEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
  EngineLifecycleSupport,
  NetworkType,
} from "aws-cdk-lib/aws-rds";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

import { serverSettings } from "../../../db/server-settings.ts";
import type { Deployment } from "../deployment.ts";
import type { ClusterCapacity, ClusterSettings, Stage } from "../stage.ts";
import { DatabaseAlarms } from "./database-alarms.ts";
import type { EncryptionKey } from "./encryption-key.ts";
import { logRetention } from "./log-retention.ts";
import type { Network } from "./network.ts";
import { RunbookQueries } from "./runbook-queries.ts";

const PORT = 5432;
const DATABASE_NAME = "shelfwatch";
const OWNER = "shelfwatch_owner";

/** It is longer than the 20 seconds after which a function gives up its idle connection. */
const IDLE_SESSION_MS_MAX = 60_000;

/** In UTC, after the daily upkeep and the charts of the day have begun. RDS requires that both windows are apart. */
const BACKUP_WINDOW = "03:00-03:30";
const MAINTENANCE_WINDOW = "sun:04:00-sun:04:30";

export type AuroraClusterProps = {
  readonly deployment: Deployment;
  readonly settings: ClusterSettings;
  readonly network: Network;
  readonly encryptionKey?: EncryptionKey;
};

export class AuroraCluster extends Construct {
  readonly cluster: DatabaseCluster;
  readonly host: string;
  readonly port = String(PORT);
  readonly databaseName = DATABASE_NAME;
  /** It belongs to the stack and not to the cluster, so that a restored cluster has the same. */
  readonly ownerSecret: Secret;

  constructor(scope: Construct, id: string, props: AuroraClusterProps) {
    super(scope, id);
    const { deployment, settings, network, encryptionKey } = props;
    const { stage, isFirst = false } = deployment;
    const isProtected = stage.keepData && !isFirst;
    const { capacity, readers, backupDays, dataApi = "off" } = settings;
    this.ownerSecret = createOwnerSecret(this, stage);
    const log = new LogGroup(this, "Log", {
      logGroupName: `/aws/rds/cluster/${clusterIdentifier(stage)}/postgresql`,
      ...logRetention(stage),
    });

    this.cluster = new DatabaseCluster(this, "Cluster", {
      clusterIdentifier: clusterIdentifier(stage),
      engine: DatabaseClusterEngine.auroraPostgres({ version: AuroraPostgresEngineVersion.VER_17_9 }),
      parameters: parametersFor(capacity),
      // A restored instance replaces a lost one by its name (ADR 42).
      writer: ClusterInstance.serverlessV2("Writer", {
        instanceIdentifier: `${clusterIdentifier(stage)}-writer`,
        autoMinorVersionUpgrade: false,
      }),
      readers: numbered(readers).map((reader) =>
        ClusterInstance.serverlessV2(`Reader${reader}`, {
          instanceIdentifier: `${clusterIdentifier(stage)}-reader${reader}`,
          scaleWithWriter: true,
          autoMinorVersionUpgrade: false,
        }),
      ),
      ...scalingOf(capacity),
      vpc: network.vpc,
      vpcSubnets: network.databaseSubnets,
      networkType: NetworkType.DUAL,
      port: PORT,
      defaultDatabaseName: DATABASE_NAME,
      credentials: Credentials.fromPassword(OWNER, this.ownerSecret.secretValueFromJson("password")),
      // Engineers query tables through it without access to the network, and so can every reader of the owner's secret.
      enableDataApi: dataApi === "on",
      storageEncrypted: true,
      ...(encryptionKey ? { storageEncryptionKey: encryptionKey.key } : {}),
      // Deleting the database by mistake must not delete its backups.
      deleteAutomatedBackups: !stage.keepData,
      backup: { retention: Duration.days(backupDays), preferredWindow: BACKUP_WINDOW },
      preferredMaintenanceWindow: MAINTENANCE_WINDOW,
      // This file names the engine's version. After an upgrade by RDS, CloudFormation would try to go back.
      autoMinorVersionUpgrade: false,
      engineLifecycleSupport: EngineLifecycleSupport.OPEN_SOURCE_RDS_EXTENDED_SUPPORT_DISABLED,
      copyTagsToSnapshot: true,
      cloudwatchLogsExports: ["postgresql"],
      deletionProtection: isProtected,
      removalPolicy: stage.keepData ? RemovalPolicy.SNAPSHOT : RemovalPolicy.DESTROY,
    });
    this.cluster.node.addDependency(log);
    network.allowFunctionsTo(this.cluster, PORT);
    this.host = this.cluster.clusterEndpoint.hostname;
    this.#acknowledge(isProtected);
    new RunbookQueries(this, "Queries", { deployment, source: "database", logGroups: [log] });
    new DatabaseAlarms(this, "Alarms", { deployment, cluster: this.cluster, capacity });
  }

  #acknowledge(isProtected: boolean): void {
    const acknowledge = (rule: string, reason: string) =>
      Validations.of(this.cluster).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
    acknowledge("RDS6", "Functions log in with a secret that is read again when it was replaced, on one machine too.");
    acknowledge(
      "RDS11",
      "Only the functions' security group reaches the port; another number would hide it from nobody.",
    );
    if (!isProtected) {
      acknowledge(
        "RDS10",
        "The stage's data may be deleted with its stack, or there are none before its first deployment.",
      );
    }
  }
}

/** With a fixed name, the log group can be created first, and no change replaces the cluster and its data unnoticed. */
export function clusterIdentifier(stage: { readonly name: string }): string {
  return `shelfwatch-${stage.name}`;
}

function scalingOf(capacity: ClusterCapacity) {
  return {
    serverlessV2MinCapacity: capacity.minAcu,
    serverlessV2MaxCapacity: capacity.maxAcu,
    ...("pauseAfterSeconds" in capacity
      ? { serverlessV2AutoPauseDuration: Duration.seconds(capacity.pauseAfterSeconds) }
      : {}),
  };
}

function parametersFor(capacity: ClusterCapacity): Record<string, string> {
  return {
    ...serverSettings,
    "rds.force_ssl": "1",
    idle_in_transaction_session_timeout: String(IDLE_SESSION_MS_MAX),
    log_lock_waits: "1",
    log_min_duration_statement: "1000",
    // Slow statements are logged without their parameters, which may hold users' e-mail addresses.
    log_parameter_max_length: "0",
    log_parameter_max_length_on_error: "0",
    // A frozen function keeps its connection open, which would keep the database awake.
    ...("pauseAfterSeconds" in capacity ? { idle_session_timeout: String(IDLE_SESSION_MS_MAX) } : {}),
  };
}

function createOwnerSecret(scope: Construct, { keepData }: Stage): Secret {
  const secret = new Secret(scope, "OwnerSecret", {
    description: "Role that owns the tables",
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ username: OWNER }),
      generateStringKey: "password",
      excludePunctuation: true,
      passwordLength: 32,
    },
    removalPolicy: keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  new CfnOutput(scope, "OwnerSecretArn", { value: secret.secretArn }).overrideLogicalId("OwnerSecretArn");
  return secret;
}

function numbered(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
