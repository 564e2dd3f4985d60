import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { addService } from "../../infra/aws/service.ts";
import { DataStack } from "../../infra/aws/stacks/data-stack.ts";
import { dev, prod } from "../../infra/aws/stages.ts";

const ACKNOWLEDGED = [
  "AwsSolutions::AwsSolutions-APIG4",
  "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
  "AwsSolutions::AwsSolutions-RDS11",
  "AwsSolutions::AwsSolutions-RDS6",
];

/** The canary's account is rotated by nobody. */
const ACKNOWLEDGED_IN_PROD = [...ACKNOWLEDGED, "AwsSolutions::AwsSolutions-SMG4"];
/** Data of prod must outlive its stack; those of dev are to go with it. */
const ACKNOWLEDGED_IN_DEV = [...ACKNOWLEDGED, "AwsSolutions::AwsSolutions-RDS10"];

it.each([
  { stage: prod, expected: ACKNOWLEDGED_IN_PROD },
  { stage: dev, expected: ACKNOWLEDGED_IN_DEV },
])(
  "$stage.name passes cdk-nag's AwsSolutions with the rules named here acknowledged and no other",
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

it("passes it with copies of backups, too", () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-nag-")), analyticsReporting: false });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const vaultArn = "arn:aws:backup:us-east-1:111111111111:backup-vault:elsewhere";
  const stage = { ...prod, backupCopies: { vaultArn, keepDays: 35 } };
  new DataStack(app, "data", { deployment: { stage, code: withoutCode } });

  expect(() => app.synth()).not.toThrow();
});
