import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";
import * as z from "zod";

import { DOCUMENTATION_PREFIX, documentationEndpoints, documentationPageRoutes } from "../../../functions/endpoints.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import { Endpoint, type EndpointBackends } from "./endpoint.ts";
import type { HttpApi } from "./http-api.ts";
import { ServerFunction } from "./server-function.ts";

const TIMEOUT_SECONDS = 5;
const MEMORY_MB = 256;

export type DocumentationProps = {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly backends: EndpointBackends;
};

/** The interactive documentation: a function that holds the page and its assets, and the endpoints of its sessions. */
export class Documentation extends Construct {
  constructor(scope: Construct, id: string, props: DocumentationProps) {
    super(scope, id);
    const { deployment, api } = props;
    const page = new ServerFunction(this, "Page", {
      deployment,
      entry: entries.showDocumentation,
      description: `GET ${DOCUMENTATION_PREFIX}`,
      schema: z.object({}),
      environment: {},
      memoryMb: MEMORY_MB,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    for (const { path } of documentationPageRoutes) {
      api.addRoute({ method: HttpMethod.GET, path: `${DOCUMENTATION_PREFIX}${path}`, target: page });
    }
    for (const row of documentationEndpoints) {
      new Endpoint(this, row.contract.operation, { ...props, pathPrefix: DOCUMENTATION_PREFIX, row });
    }
  }
}
