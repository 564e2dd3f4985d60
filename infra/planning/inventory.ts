import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as z from "zod";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { withoutCode } from "../aws/bundle/function-code.ts";
import { addService } from "../aws/service.ts";
import type { Stage } from "../aws/stage.ts";
import { synthesise } from "../templates/synthesise.ts";
import { type Resource, resolveValue } from "../templates/template.ts";

export type Inventory = {
  readonly alarmMetrics: number;
  readonly metricFilters: number;
  readonly dashboards: readonly number[];
  readonly secrets: number;
  readonly rotations: number;
  readonly encryptionKeys: number;
  readonly databaseInstances: number;
  readonly natGateways: number;
  readonly endpointZones: number;
  readonly queues: readonly QueueSettings[];
};

export type QueueSettings = {
  readonly name: string;
  readonly visibilitySeconds: number;
  readonly maxConcurrency: number;
};

export function readInventory(stage: Stage): Inventory {
  const folder = mkdtempSync(join(tmpdir(), "shelfwatch-inventory-"));
  try {
    const templates = synthesise(folder, (app) => {
      addService(app, { deployment: { stage, code: withoutCode }, endpoints, pathPrefix: API_PREFIX });
    });
    return countResources(Object.values(templates).flatMap(({ Resources }) => Object.entries(Resources)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type NamedResource = readonly [logicalId: string, resource: Resource];

const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
const endpoint = z.object({ VpcEndpointType: z.string().optional(), SubnetIds: z.array(z.unknown()).optional() });

function countResources(resources: readonly NamedResource[]): Inventory {
  const properties = (type: string) =>
    resources.filter(([, { Type }]) => Type === type).map(([, { Properties = {} }]) => Properties);
  const interfaceEndpoints = properties("AWS::EC2::VPCEndpoint")
    .map((given) => endpoint.parse(given))
    .filter(({ VpcEndpointType }) => VpcEndpointType === "Interface");
  return {
    // An alarm over an expression is charged for each metric that the expression reads.
    alarmMetrics: sum(properties("AWS::CloudWatch::Alarm").map((given) => metricsOf(alarm.parse(given)))),
    metricFilters: properties("AWS::Logs::MetricFilter").length,
    dashboards: properties("AWS::CloudWatch::Dashboard").map(countMetrics),
    secrets: properties("AWS::SecretsManager::Secret").length,
    rotations: properties("AWS::SecretsManager::RotationSchedule").length,
    encryptionKeys: properties("AWS::KMS::Key").length,
    databaseInstances: Math.max(1, properties("AWS::RDS::DBInstance").length),
    natGateways: properties("AWS::EC2::NatGateway").length,
    endpointZones: sum(interfaceEndpoints.map(({ SubnetIds = [] }) => SubnetIds.length)),
    queues: readQueues(resources),
  };
}

function metricsOf({ Metrics = [] }: z.infer<typeof alarm>): number {
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length);
}

const dashboardBody = z.object({
  widgets: z.array(z.object({ properties: z.object({ metrics: z.array(z.unknown()) }) })),
});

/** The body of a dashboard is text around references to the names of resources. */
function countMetrics({ DashboardBody }: Readonly<Record<string, unknown>>): number {
  const names = { ref: () => "name", attribute: () => "name", importValue: () => "name" };
  const { widgets } = dashboardBody.parse(JSON.parse(String(resolveValue(DashboardBody, names))));
  return sum(widgets.map(({ properties }) => properties.metrics.length));
}

const queue = z.object({ QueueName: z.string(), VisibilityTimeout: z.number(), RedrivePolicy: z.unknown().optional() });
const mapping = z.object({
  EventSourceArn: z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) }),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

/** Only work queues have a redrive policy. */
function readQueues(resources: readonly NamedResource[]): readonly QueueSettings[] {
  const concurrencyByQueue = new Map(
    resources
      .filter(([, { Type }]) => Type === "AWS::Lambda::EventSourceMapping")
      .map(([, { Properties }]) => mapping.parse(Properties))
      .map(({ EventSourceArn, ScalingConfig }) => [EventSourceArn["Fn::GetAtt"][0], ScalingConfig.MaximumConcurrency]),
  );
  return resources
    .filter(([, { Type, Properties }]) => Type === "AWS::SQS::Queue" && Properties?.RedrivePolicy !== undefined)
    .map(([logicalId, { Properties }]) => {
      const { QueueName, VisibilityTimeout } = queue.parse(Properties);
      return {
        name: QueueName,
        visibilitySeconds: VisibilityTimeout,
        maxConcurrency: concurrencyByQueue.get(logicalId) ?? 0,
      };
    });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
