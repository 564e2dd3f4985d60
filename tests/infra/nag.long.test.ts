import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { addService } from "../../infra/aws/service.ts";
import { dev, prod } from "../../infra/aws/stages.ts";

const ACKNOWLEDGED = [
  "AwsSolutions::AwsSolutions-APIG4",
  "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
  "AwsSolutions::AwsSolutions-RDS11",
  "AwsSolutions::AwsSolutions-RDS6",
  "AwsSolutions::AwsSolutions-SMG4",
];

/** Data of prod must outlive its stack; those of dev are to go with it. */
const ACKNOWLEDGED_IN_DEV = [...ACKNOWLEDGED, "AwsSolutions::AwsSolutions-RDS10"];

it.each([
  { stage: prod, expected: ACKNOWLEDGED },
  { stage: dev, expected: ACKNOWLEDGED_IN_DEV },
])(
  "$stage.name passes cdk-nag's AwsSolutions with the rules named here acknowledged and no other",
  {
    timeout: 300_000,
  },
  ({ stage, expected }) => {
    const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-nag-")), analyticsReporting: false });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    addService(app, { deployment: { stage, code: withoutCode }, endpoints, pathPrefix: API_PREFIX });

    expect(() => app.synth()).not.toThrow();
    const acknowledged = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.keys(data))
      .filter((rule) => rule.startsWith("AwsSolutions::"));
    expect([...new Set(acknowledged)].toSorted()).toEqual(expected.toSorted());
  },
);
