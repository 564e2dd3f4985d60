import type { App } from "aws-cdk-lib";

import type { EndpointDefinition } from "../../functions/endpoints.ts";
import { checkCapacity } from "./capacity-checks.ts";
import { Endpoint } from "./constructs/endpoint.ts";
import { QueueConsumer } from "./constructs/queue-consumer.ts";
import type { DatabaseAddress, Deployment } from "./deployment.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { PipelineStack } from "./stacks/pipeline-stack.ts";
import { ScrapersStack } from "./stacks/scrapers-stack.ts";

export type ServiceProps = {
  readonly deployment: Deployment;
  readonly databaseAddress?: DatabaseAddress;
  readonly endpoints: readonly EndpointDefinition[];
  readonly pathPrefix: string;
};

/** Adds the four stacks of one deployment to an app. */
export function addService(app: App, { deployment, databaseAddress, endpoints, pathPrefix }: ServiceProps) {
  // By these a bill can be told apart; CloudFormation puts them on all that a stack makes.
  const tags = { service: "shelfwatch", stage: deployment.stage.name };
  const name = (stack: string) => `shelfwatch-${deployment.stage.name}-${stack}`;
  const data = new DataStack(app, name("data"), { deployment, tags, ...(databaseAddress ? { databaseAddress } : {}) });
  const { scrapers } = new ScrapersStack(app, name("scrapers"), { deployment, tags });
  const pipeline = new PipelineStack(app, name("pipeline"), { deployment, tags, database: data.database, scrapers });
  const api = new ApiStack(app, name("api"), {
    deployment,
    tags,
    endpoints,
    pathPrefix,
    backends: {
      database: data.database,
      onDemandQueues: pipeline.syncQueues.on_demand,
      chartQueues: pipeline.chartQueues,
      scrapers,
    },
  });

  // Tables first: the release's functions expect them.
  pipeline.addStackDependency(data);
  api.addStackDependency(data);

  const constructs = app.node.findAll();
  checkCapacity(deployment.stage, {
    consumers: constructs.filter((construct) => construct instanceof QueueConsumer),
    endpointCount: constructs.filter((construct) => construct instanceof Endpoint).length,
  });
  return { data, pipeline, api };
}
