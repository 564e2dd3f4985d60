import { type App, CfnResource, type Stack } from "aws-cdk-lib";

import type { EndpointDefinition } from "../../functions/endpoints.ts";
import { checkCapacity } from "./capacity-checks.ts";
import { checkSettings } from "./check-stage.ts";
import { Endpoint } from "./constructs/endpoint.ts";
import { QueueConsumer } from "./constructs/queue-consumer.ts";
import { ServerFunction } from "./constructs/server-function.ts";
import type { DatabaseAddress, Deployment } from "./deployment.ts";
import { endpointGroups, servedEndpoints } from "./endpoint-groups.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { CanaryStack } from "./stacks/canary-stack.ts";
import { DashboardStack } from "./stacks/dashboard-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { DocumentationStack } from "./stacks/documentation-stack.ts";
import { EndpointsStack } from "./stacks/endpoints-stack.ts";
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
export function addService(app: App, { deployment, databaseAddress, pathPrefix, ...props }: ServiceProps): void {
  const { stage } = deployment;
  const endpoints = servedEndpoints(stage, props.endpoints);
  checkSettings(stage);
  const name = (stack: string) => `shelfwatch-${stage.name}-${stack}`;
  // CloudFormation applies these tags to every resource of a stack, so that a bill can be split by them.
  const shared = { deployment, tags: { service: "shelfwatch", stage: stage.name } };
  const data = new DataStack(app, name("data"), { ...shared, ...(databaseAddress ? { databaseAddress } : {}) });
  const scrapers = new ScrapersStack(app, name("scrapers"), shared);
  const { database } = data;
  const pipeline = new PipelineStack(app, name("pipeline"), { ...shared, database });
  const apiStack = new ApiStack(app, name("api"), { ...shared, endpoints, pathPrefix });
  const { api } = apiStack;
  const groups = endpointGroups(stage, { rows: endpoints, pathPrefix }).map(
    ({ name: group, rows, pathPrefix: prefix }): Stack =>
      new EndpointsStack(app, name(`api-${group}`), { ...shared, api, database, endpoints: rows, pathPrefix: prefix }),
  );
  if (stage.api.documentation) groups.push(new DocumentationStack(app, name("api-documentation"), { ...shared, api }));
  if (stage.api.dashboard) groups.push(new DashboardStack(app, name("api-web"), { ...shared, api }));

  if (stage.canary) {
    const canary = new CanaryStack(app, name("canary"), { ...shared, pathPrefix, settings: stage.canary });
    canary.addStackDependency(apiStack);
  }

  // Tables come first, since the release's functions expect them. A stack that others name must exist before them.
  for (const before of [data, scrapers]) pipeline.addStackDependency(before);
  for (const group of groups) {
    for (const before of [data, scrapers, pipeline]) group.addStackDependency(before);
    apiStack.addStackDependency(group);
  }

  const constructs = app.node.findAll();
  checkNames(constructs.filter((construct) => construct instanceof ServerFunction));
  checkCapacity(stage, {
    consumers: constructs.filter((construct) => construct instanceof QueueConsumer),
    endpointCount: constructs.filter((construct) => construct instanceof Endpoint).length,
    storeEndpointCount: endpoints.filter(({ needs }) => needs === "stores").length,
  });
  checkSizes(constructs.filter(CfnResource.isCfnResource));
}

/** Two stacks may not both create a function of one name, which CloudFormation notices only at the second. */
function checkNames(functions: readonly ServerFunction[]): void {
  for (const [name, { length }] of Map.groupBy(functions, ({ functionName }) => functionName)) {
    if (length > 1) throw new Error(`${length} functions are called ${name}: give each a name of its own.`);
  }
}

function checkSizes(resources: readonly CfnResource[]): void {
  for (const [{ stackName }, { length }] of Map.groupBy(resources, ({ stack }) => stack)) {
    if (length <= RESOURCES_PER_STACK_MAX) continue;
    throw new Error(`Stack ${stackName} has ${length} resources, more than ${RESOURCES_PER_STACK_MAX}: split it.`);
  }
}
