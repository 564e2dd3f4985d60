import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { App, Stack, Validations } from "aws-cdk-lib";
import { CfnInclude } from "aws-cdk-lib/cloudformation-include";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";

const templateFile = join(import.meta.dirname, "../../infra/delivery/roles.yaml");

it("the roles of delivery pass cdk-nag but for what cannot be narrower: what knows no resource, and drift, which reads all", () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-roles-")), analyticsReporting: false });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const stack = new Stack(app, "roles");
  new CfnInclude(stack, "Roles", { templateFile });
  const stacks = "arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/shelfwatch-<Stage>-*/*";
  for (const [id, reason] of [
    ["IAM5[Resource::*]", "Actions on accounts know no resources."],
    [`IAM5[Resource::${stacks}]`, "Stacks have ids that CloudFormation generates."],
    ["IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/ReadOnlyAccess]", "Drift is found by reading each resource."],
  ] as const)
    Validations.of(stack).acknowledge({ id: `AwsSolutions::AwsSolutions-${id}`, reason });

  expect(() => app.synth()).not.toThrow();
});
