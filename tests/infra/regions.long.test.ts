import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { findRegionFault } from "../../infra/aws/check-stage.ts";
import { zoneIds } from "../../infra/aws/regions.ts";
import { DataStack } from "../../infra/aws/stacks/data-stack.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import type { Template } from "../../infra/templates/template.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { resourcesOf, synthesiseStacks } from "./fixtures/synthesise-stage.ts";

/** Of CloudFormation, and what a release may use of it. */
const RESOURCES_PER_STACK_MAX = 450;
/** The API may grow by half without another stack. */
const OPERATIONS_MAX = 120;
const MORE_OPERATIONS = OPERATIONS_MAX - endpoints.length;
const ROUTE = "AWS::ApiGatewayV2::Route";
/** Of an HTTP API, without a request for more. */
const ROUTES_MAX = 300;

describe.each([dev, prod])("stage $name", (stage) => {
  const stacks = synthesiseStacks(stage);

  it.each(Object.keys(zoneIds))("has two zones in %s, whatever the account", (region) => {
    expect(findRegionFault(stage, region)).toBeUndefined();
    const [data] = Object.entries(stacks).flatMap(([name, template]) => (name.endsWith("-data") ? [template] : []));
    const zones = resourcesOf(data, "AWS::EC2::Subnet").map(([, { Properties }]) =>
      find(data?.Mappings, region, Properties?.AvailabilityZoneId),
    );

    expect([...new Set(zones)].toSorted()).toEqual([...(zoneIds[region] ?? [])].toSorted());
    expect(zones).toHaveLength(4);
  });

  it("names no region but in the table of zones, so that a template is that of every region", () => {
    const texts = Object.values(stacks).map(({ Resources, Outputs }) => JSON.stringify([Resources, Outputs]));

    expect(Object.keys(zoneIds).filter((region) => texts.some((text) => text.includes(region)))).toEqual([]);
  });

  it(`has room for ${OPERATIONS_MAX} operations, with those to come in one group`, () => {
    const sizes: string[] = [];

    for (const [name, template] of nonEmpty(Object.entries(stacks))) {
      const size = Object.keys(template.Resources).length;
      const grown = size + MORE_OPERATIONS * resourcesOfOperation(name, template);
      sizes.push(`${name} ${size} (${grown})`);
      expect([name, grown <= RESOURCES_PER_STACK_MAX, grown]).toEqual([name, true, grown]);
      expect(resourcesOf(template, ROUTE).length + MORE_OPERATIONS).toBeLessThanOrEqual(ROUTES_MAX);
    }
    console.log(sizes.join(", "));
  });
});

it("the first deployment of prod, whose database is not protected yet, passes cdk-nag", () => {
  const outdir = mkdtempSync(join(tmpdir(), "shelfwatch-first-"));
  const app = new App({ outdir, analyticsReporting: false });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  new DataStack(app, "data", { deployment: { stage: prod, code: withoutCode, isFirst: true } });

  expect(() => app.synth()).not.toThrow();
  rmSync(outdir, { recursive: true });
});

/** Returns how many resources an operation adds to a stack: its route to that of the API, its function to a group's. */
function resourcesOfOperation(name: string, template: Template): number {
  const countOf = (type: string) => resourcesOf(template, type).length;
  if (name.endsWith("-api")) {
    const ofRoutes = [ROUTE, "AWS::ApiGatewayV2::Integration", "AWS::Lambda::Permission"].map(countOf);
    return Math.ceil(ofRoutes.reduce((sum, count) => sum + count, 0) / countOf(ROUTE));
  }
  if (!name.includes("-api-")) return 0;
  return Math.ceil(Object.keys(template.Resources).length / countOf("AWS::Lambda::Function"));
}

/** Returns what CloudFormation finds in a template's mapping when it is deployed to a region. */
function find(mappings: Readonly<Record<string, unknown>> | undefined, region: string, value: unknown): unknown {
  const [table, , key] = Object(value)["Fn::FindInMap"];
  return Object(Object(mappings?.[table])[region])[key];
}
