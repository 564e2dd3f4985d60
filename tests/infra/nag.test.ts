import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { withoutCode } from "../../infra/bundle/function-code.ts";
import { addService } from "../../infra/service.ts";
import { prod } from "../../infra/stages.ts";

const ACKNOWLEDGED = [
  "AwsSolutions::AwsSolutions-APIG4",
  "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
  "AwsSolutions::AwsSolutions-SMG4",
];

it("passes cdk-nag's AwsSolutions with three acknowledged rules and no other", { timeout: 60_000 }, () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-nag-")), analyticsReporting: false });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  addService(app, { deployment: { stage: prod, code: withoutCode }, endpoints, pathPrefix: API_PREFIX });

  expect(() => app.synth()).not.toThrow();
  const acknowledged = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.keys(data));
  expect([...new Set(acknowledged)].toSorted()).toEqual(ACKNOWLEDGED);
});
