import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";

import type { EndpointDefinition } from "../../../functions/endpoints.ts";
import type { Database } from "../constructs/database.ts";
import { Endpoint } from "../constructs/endpoint.ts";
import type { HttpApi } from "../constructs/http-api.ts";
import type { Deployment } from "../deployment.ts";

export type EndpointsStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly database: Database;
  readonly endpoints: readonly EndpointDefinition[];
  readonly pathPrefix: string;
};

export class EndpointsStack extends Stack {
  constructor(scope: Construct, id: string, props: EndpointsStackProps) {
    super(scope, id, props);
    const { deployment, api, database, endpoints, pathPrefix } = props;
    for (const row of endpoints) {
      const { operation } = row.contract;
      const name = operation.charAt(0).toUpperCase() + operation.slice(1);
      new Endpoint(this, name, { deployment, api, pathPrefix, row, database });
    }
  }
}
