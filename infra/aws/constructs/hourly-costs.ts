import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";

import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import type { Deployment } from "../deployment.ts";
import { clusterIdentifier } from "./aurora-cluster.ts";
import { ServiceAlarm, type ServiceAlarmProps } from "./service-alarm.ts";

const HOUR = Duration.hours(1);

/** Four times the half ACU that 10,000 apps need: 0.24 USD an hour, 175 USD a month. */
const CAPACITY_ACU_MAX = 2;
/** An hour of five-minute periods, since the average of an hour that has just begun covers only its first minute. */
const CAPACITY_PERIODS = 12;
const CAPACITY_PERIODS_ENOUGH = 10;
/** The maximum costs 0.45 USD an hour, and is several times what users fetch. */
const OUT_GB_MAX = 5;
const BYTES_PER_GB = 1e9;
/** Three times a bad day of 20,000 apps (docs/capacity.md): 0.18 USD an hour for SQS, about 0.70 with functions. */
const MESSAGES_MAX = 150_000;
/** The deliveries of these messages, the scrapers' calls, and half an hour of all requests that the gateway admits. */
const INVOCATIONS_MAX = 300_000;

export type HourlyCostsProps = { readonly deployment: Deployment; readonly apiId: string };

export class HourlyCosts extends Construct {
  readonly #deployment: Deployment;

  constructor(scope: Construct, id: string, { deployment, apiId }: HourlyCostsProps) {
    super(scope, id);
    this.#deployment = deployment;
    this.#alarm("Database", {
      says: `The database has used ${CAPACITY_ACU_MAX} ACU for an hour.`,
      metric: capacityOf(deployment),
      threshold: CAPACITY_ACU_MAX,
      periods: CAPACITY_PERIODS,
      periodsToAlarm: CAPACITY_PERIODS_ENOUGH,
    });
    this.#alarm("DataOut", {
      says: `The API has sent ${OUT_GB_MAX} GB within an hour.`,
      metric: hourly("AWS/ApiGateway", "DataProcessed", { ApiId: apiId }),
      threshold: OUT_GB_MAX * BYTES_PER_GB,
    });
    this.#alarm("Messages", {
      says: `${MESSAGES_MAX} messages were sent to the queues within an hour.`,
      metric: sentToQueues(),
      threshold: MESSAGES_MAX,
    });
    this.#alarm("Invocations", {
      says: `Functions were invoked ${INVOCATIONS_MAX} times within an hour.`,
      metric: hourly("AWS/Lambda", "Invocations", {}),
      threshold: INVOCATIONS_MAX,
    });
  }

  #alarm(id: string, props: Omit<ServiceAlarmProps, "deployment" | "runbook" | "subject">): void {
    const subject = id.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
    new ServiceAlarm(this, id, { ...props, deployment: this.#deployment, runbook: "Costly hour", subject });
  }
}

function capacityOf({ stage }: Deployment): Metric {
  return new Metric({
    namespace: "AWS/RDS",
    metricName: "ServerlessDatabaseCapacity",
    dimensionsMap: { DBClusterIdentifier: clusterIdentifier(stage) },
    statistic: "Average",
    period: Duration.minutes(HOUR.toMinutes() / CAPACITY_PERIODS),
  });
}

function hourly(namespace: string, metricName: string, dimensionsMap: Readonly<Record<string, string>>): Metric {
  return new Metric({ namespace, metricName, dimensionsMap, statistic: "Sum", period: HOUR });
}

function sentToQueues(): MathExpression {
  const names = [...Object.values(syncQueueNames), chartQueueNames].flatMap((queues) => Object.values(queues));
  const sent = names.map((QueueName, index) => [
    `sent${index}`,
    hourly("AWS/SQS", "NumberOfMessagesSent", { QueueName }),
  ]);
  const usingMetrics: Record<string, Metric> = Object.fromEntries(sent);
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics).join(", ")}])`,
    usingMetrics,
    period: HOUR,
    label: "Messages sent",
  });
}
