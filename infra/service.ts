import type { App } from "aws-cdk-lib";

import type { EndpointRow } from "./constructs/endpoint.ts";
import type { DatabaseAddress, Deployment } from "./deployment.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { PipelineStack } from "./stacks/pipeline-stack.ts";
import { ScrapersStack } from "./stacks/scrapers-stack.ts";

export type ServiceProps = {
  readonly deployment: Deployment;
  readonly databaseAddress?: DatabaseAddress;
  readonly endpoints: readonly EndpointRow[];
  readonly pathPrefix: string;
};

/** Adds the four stacks of one deployment to an app. */
export function addService(app: App, { deployment, databaseAddress, endpoints, pathPrefix }: ServiceProps) {
  const name = (stack: string) => `shelfwatch-${deployment.stage.name}-${stack}`;
  const data = new DataStack(app, name("data"), { deployment, ...(databaseAddress ? { databaseAddress } : {}) });
  const { scrapers } = new ScrapersStack(app, name("scrapers"), { deployment });
  const pipeline = new PipelineStack(app, name("pipeline"), { deployment, database: data.database, scrapers });
  const api = new ApiStack(app, name("api"), {
    deployment,
    endpoints,
    pathPrefix,
    backends: { database: data.database, onDemandQueues: pipeline.syncQueues.on_demand, scrapers },
  });

  // Tables first: the release's functions expect them.
  pipeline.addStackDependency(data);
  api.addStackDependency(data);
  return { data, pipeline, api };
}
