import { type App, CfnResource, type Stack } from "aws-cdk-lib";

import { type EndpointDefinition, SESSION_PREFIX, sessionEndpoints } from "../../functions/endpoints.ts";
import { checkCapacity } from "./capacity-checks.ts";
import { checkSettings } from "./check-stage.ts";
import { Endpoint } from "./constructs/endpoint.ts";
import { QueueConsumer } from "./constructs/queue-consumer.ts";
import type { DatabaseAddress, Deployment } from "./deployment.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { CanaryStack } from "./stacks/canary-stack.ts";
import { DashboardStack } from "./stacks/dashboard-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { DocumentationStack } from "./stacks/documentation-stack.ts";
import { EndpointsStack, groupEndpoints } from "./stacks/endpoints-stack.ts";
import { PipelineStack } from "./stacks/pipeline-stack.ts";
import { ScrapersStack } from "./stacks/scrapers-stack.ts";

/** CloudFormation allows 500; the difference leaves room for the next capabilities. */
const RESOURCES_PER_STACK_MAX = 450;

export type ServiceProps = {
  readonly deployment: Deployment;
  readonly databaseAddress?: DatabaseAddress;
  readonly endpoints: readonly EndpointDefinition[];
  readonly pathPrefix: string;
};

/** Adds the stacks of one deployment to an app. Throws when the settings of its stage cannot work. */
export function addService(app: App, { deployment, databaseAddress, endpoints, pathPrefix }: ServiceProps): void {
  const { stage } = deployment;
  checkSettings(stage);
  const name = (stack: string) => `shelfwatch-${stage.name}-${stack}`;
  // CloudFormation puts them on everything that a stack creates, so that a bill can be split by them.
  const shared = { deployment, tags: { service: "shelfwatch", stage: stage.name } };
  const data = new DataStack(app, name("data"), { ...shared, ...(databaseAddress ? { databaseAddress } : {}) });
  const { scrapers } = new ScrapersStack(app, name("scrapers"), shared);
  const pipeline = new PipelineStack(app, name("pipeline"), { ...shared, database: data.database, scrapers });
  const apiStack = new ApiStack(app, name("api"), shared);
  const { api } = apiStack;
  const backends = {
    database: data.database,
    onDemandQueues: pipeline.syncQueues.on_demand,
    chartQueues: pipeline.chartQueues,
    scrapers,
  };
  const groups = [...groupEndpoints(endpoints)].map(
    ([group, rows]): Stack =>
      new EndpointsStack(app, name(`api-${group}`), { ...shared, api, backends, endpoints: rows, pathPrefix }),
  );
  if (stage.api.documentation) groups.push(new DocumentationStack(app, name("api-documentation"), { ...shared, api }));
  if (stage.api.dashboard) groups.push(new DashboardStack(app, name("api-web"), { ...shared, api }));
  if (stage.api.documentation || stage.api.dashboard) {
    const props = { ...shared, api, backends, endpoints: sessionEndpoints, pathPrefix: SESSION_PREFIX };
    groups.push(new EndpointsStack(app, name("api-sessions"), props));
  }

  if (stage.canary) {
    const canary = new CanaryStack(app, name("canary"), { ...shared, api, pathPrefix, settings: stage.canary });
    canary.addStackDependency(apiStack);
  }

  // Tables first: the release's functions expect them.
  for (const stack of [pipeline, ...groups]) stack.addStackDependency(data);

  const constructs = app.node.findAll();
  checkCapacity(stage, {
    consumers: constructs.filter((construct) => construct instanceof QueueConsumer),
    endpointCount: constructs.filter((construct) => construct instanceof Endpoint).length,
    storeEndpointCount: endpoints.filter(({ needs }) => needs === "stores").length,
  });
  checkSizes(constructs.filter(CfnResource.isCfnResource));
}

function checkSizes(resources: readonly CfnResource[]): void {
  for (const [{ stackName }, { length }] of Map.groupBy(resources, ({ stack }) => stack)) {
    if (length <= RESOURCES_PER_STACK_MAX) continue;
    throw new Error(`Stack ${stackName} has ${length} resources, more than ${RESOURCES_PER_STACK_MAX}: split it.`);
  }
}
