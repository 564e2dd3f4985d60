import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { DatabaseCluster } from "aws-cdk-lib/aws-rds";
import { Construct } from "constructs";

import { maxConnections } from "../capacity-checks.ts";
import type { Deployment } from "../deployment.ts";
import type { ClusterCapacity } from "../stage.ts";
import { ServiceAlarm } from "./service-alarm.ts";

const PERIOD = Duration.minutes(5);
const PERIODS = 3;
const CAPACITY_PERCENT_MAX = 90;

const MIB_PER_ACU = 2_048;
const MIB_PER_CONNECTION = 5;
const AWAKE_ACU_MIN = 0.5;
const CONNECTIONS_PERCENT_MAX = 80;

/** RDS writes the average of deadlocks per second: one within five minutes is 0.003. */
const DEADLOCKS_PER_SECOND_MAX = 0.003;
const DEADLOCK_PERIODS = 3;

/** A quarter of the 2,000 million at which PostgreSQL stops. Autovacuum freezes rows from 200 million on. */
const TRANSACTION_IDS_MAX = 500_000_000;

/** Several times what 10,000 apps and all charts write (`npm run cost`). */
const GROWTH_GIB_PER_DAY_MAX = 2;
const BYTES_PER_GIB = 2 ** 30;

export type DatabaseAlarmsProps = {
  readonly deployment: Deployment;
  readonly cluster: DatabaseCluster;
  readonly capacity: ClusterCapacity;
};

export class DatabaseAlarms extends Construct {
  constructor(scope: Construct, id: string, props: DatabaseAlarmsProps) {
    super(scope, id);
    this.#watchCapacity(props);
    this.#watchStatements(props);
    this.#watchGrowth(props);
  }

  #watchCapacity({ deployment, cluster, capacity }: DatabaseAlarmsProps): void {
    const maximum = { period: PERIOD, statistic: "Maximum" };
    const connectionsMax = connectionsBorne(capacity);
    new ServiceAlarm(this, "CapacityAlarm", {
      deployment,
      says: `The database uses ${CAPACITY_PERCENT_MAX} % of the ${capacity.maxAcu} ACU that it may scale to.`,
      runbook: "Database capacity",
      metric: cluster.metricACUUtilization(maximum),
      threshold: CAPACITY_PERCENT_MAX,
      periods: PERIODS,
    });
    new ServiceAlarm(this, "ConnectionsAlarm", {
      deployment,
      says: `${connectionsMax} connections are open, as many as the database's least memory allows.`,
      runbook: "Database connections",
      metric: cluster.metricDatabaseConnections(maximum),
      threshold: connectionsMax,
      periods: PERIODS,
    });
  }

  #watchStatements({ deployment, cluster }: DatabaseAlarmsProps): void {
    new ServiceAlarm(this, "DeadlocksAlarm", {
      deployment,
      says: "Statements end by deadlocks again and again.",
      runbook: "Deadlocks",
      metric: cluster.metricDeadlocks({ period: PERIOD, statistic: "Average" }),
      threshold: DEADLOCKS_PER_SECOND_MAX,
      periods: DEADLOCK_PERIODS,
    });
    new ServiceAlarm(this, "TransactionIdsAlarm", {
      deployment,
      says: `${TRANSACTION_IDS_MAX / 1e6} million transaction ids are in use: vacuum does not keep up.`,
      runbook: "Transaction ids",
      metric: cluster.metric("MaximumUsedTransactionIDs", { period: Duration.hours(1), statistic: "Maximum" }),
      threshold: TRANSACTION_IDS_MAX,
    });
  }

  /** One of the two periods is enough, since DIFF has no value for the first. */
  #watchGrowth({ deployment, cluster }: DatabaseAlarmsProps): void {
    const period = Duration.days(1);
    const bytes = cluster.metricVolumeBytesUsed({ period, statistic: "Maximum" });
    new ServiceAlarm(this, "GrowthAlarm", {
      deployment,
      says: `The database has grown by ${GROWTH_GIB_PER_DAY_MAX} GiB within a day.`,
      runbook: "Database growth",
      metric: new MathExpression({ expression: "DIFF(bytes)", usingMetrics: { bytes }, period, label: "Growth" }),
      threshold: GROWTH_GIB_PER_DAY_MAX * BYTES_PER_GIB,
      periods: 2,
      periodsToAlarm: 1,
    });
  }
}

export function connectionsBorne(capacity: ClusterCapacity): number {
  const memoryMib = Math.max(capacity.minAcu, AWAKE_ACU_MIN) * MIB_PER_ACU;
  const allowed = (maxConnections(capacity) * CONNECTIONS_PERCENT_MAX) / 100;
  return Math.floor(Math.min(memoryMib / MIB_PER_CONNECTION, allowed));
}
