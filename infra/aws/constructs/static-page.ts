import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";
import type * as z from "zod";

import type { documentationPageRoutes } from "../../../functions/endpoints.ts";
import type { Deployment } from "../deployment.ts";
import type { HttpApi } from "./http-api.ts";
import { endpointTracing, type FunctionEnvironment, ServerFunction } from "./server-function.ts";

const TIMEOUT_SECONDS = 5;
const MEMORY_MB = 256;

export type StaticPageProps<Schema extends z.ZodObject> = {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly entry: string;
  readonly name: string;
  /** The first is the address of the page. */
  readonly routes: typeof documentationPageRoutes;
  readonly schema: Schema;
  readonly environment: FunctionEnvironment<Schema>;
};

export class StaticPage<Schema extends z.ZodObject> extends Construct {
  constructor(scope: Construct, id: string, props: StaticPageProps<Schema>) {
    super(scope, id);
    const { deployment, api, entry, name, routes, schema, environment } = props;
    const [page] = routes.map(({ prefix, path }) => `${prefix}${path}`);
    const target = new ServerFunction(this, "Page", {
      deployment,
      entry,
      name,
      description: `GET ${page}`,
      schema,
      environment,
      memoryMb: MEMORY_MB,
      timeoutSeconds: TIMEOUT_SECONDS,
      tracing: endpointTracing(deployment.stage),
    });
    for (const { method, prefix, path } of routes)
      api.addRoute({
        method: HttpMethod[method],
        path: `${prefix}${path}`,
        target,
        throttle: deployment.stage.api.pageThrottle,
      });
  }
}
