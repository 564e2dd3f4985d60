import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import * as z from "zod";

import { documentationPageRoutes } from "../../../functions/endpoints.ts";
import type { HttpApi } from "../constructs/http-api.ts";
import { StaticPage } from "../constructs/static-page.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

export type DocumentationStackProps = StackProps & { readonly deployment: Deployment; readonly api: HttpApi };

export class DocumentationStack extends Stack {
  constructor(scope: Construct, id: string, props: DocumentationStackProps) {
    super(scope, id, props);
    const { deployment, api } = props;
    new StaticPage(this, "Documentation", {
      deployment,
      api,
      entry: entries.showDocumentation,
      name: "show-documentation-page",
      routes: documentationPageRoutes,
      schema: z.object({}),
      environment: {},
    });
  }
}
