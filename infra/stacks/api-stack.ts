import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Endpoint, type EndpointBackends, type EndpointRow } from "../constructs/endpoint.ts";
import { HttpApi } from "../constructs/http-api.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import { fallbackEnvironment } from "../function-environments.ts";

const FALLBACK_TIMEOUT_SECONDS = 5;
const FALLBACK_MEMORY_MB = 256;

export type ApiStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly backends: EndpointBackends;
  readonly endpoints: readonly EndpointRow[];
  readonly pathPrefix: string;
};

/** The public HTTP API: one function per endpoint. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { deployment, backends, endpoints, pathPrefix } = props;
    const fallback = new ServerFunction(this, "Fallback", {
      deployment,
      entry: entries.answerUnknownRoute,
      description: "Answers requests that match no route",
      schema: fallbackEnvironment,
      environment: { STAGE: deployment.stage.name, LOG_LEVEL: deployment.stage.logLevel },
      memoryMb: FALLBACK_MEMORY_MB,
      timeoutSeconds: FALLBACK_TIMEOUT_SECONDS,
    });
    const api = new HttpApi(this, "HttpApi", { deployment, fallback });

    for (const row of endpoints) {
      new Endpoint(this, capitalise(row.contract.operation), { deployment, api, pathPrefix, row, backends });
    }
    new CfnOutput(this, "ApiUrl", { value: api.url });
  }
}

function capitalise(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1);
}
