import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { App, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { addService } from "../../infra/aws/service.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { oneEndpoint, resourcesOf, synthesiseStacks } from "./fixtures/synthesise-stage.ts";

/** What the functions need of the database, which AWS names. */
const EXPORTED = [
  "ExportsOutputFnGetAttDatabaseAuroraCluster9ADBE2CDEndpointAddress3ED883D0",
  "ExportsOutputFnGetAttDatabaseNetworkFunctions4867F105GroupId5B882F40",
  "ExportsOutputRefDatabaseAppSecret2E50FD00AA885FC6",
  "ExportsOutputRefDatabaseNetworkVpcfunctionsSubnet1SubnetED24F2C69D135A55",
  "ExportsOutputRefDatabaseNetworkVpcfunctionsSubnet2Subnet8F49CCA117A56311",
];

const WHY_NO_OTHERS =
  "The release before this one could not be deployed over it: its stack would drop an export that a later stack still " +
  'imports, which CloudFormation rejects ("Export … cannot be deleted as it is in use"). Refer to what has a name by ' +
  "that name (ADR 39), or say in the release's notes that nobody can go back behind it.";

const functionsOf = (stage: Stage) =>
  Object.values(synthesiseStacks(stage)).flatMap((template) =>
    resourcesOf(template, "AWS::Lambda::Function").filter(
      ([, { Metadata }]) => Metadata?.["local:entry"] !== undefined,
    ),
  );

describe.each([dev, prod])("the stacks of stage $name", (stage) => {
  const templates = synthesiseStacks(stage);

  it("export what the functions need of the database and nothing else, so that the release before can be deployed", () => {
    const exported = Object.values(templates).flatMap(({ Outputs = {} }) =>
      Object.values(Outputs).flatMap(({ Export }) => (Export ? String(Export.Name) : [])),
    );

    expect(exported.toSorted(), WHY_NO_OTHERS).toEqual(EXPORTED.map((name) => `shelfwatch-${stage.name}-data:${name}`));
  });

  it("read no output of another stack, each of which would be a look-up while it is deployed", () => {
    expect(JSON.stringify(templates)).not.toContain("Fn::GetStackOutput");
  });

  it("name each function by what it does", () => {
    const names = functionsOf(stage).map(([, { Properties }]) => String(Properties?.FunctionName));

    expect(new Set(names).size).toBe(names.length);
    for (const name of nonEmpty(names)) expect(name).toMatch(new RegExp(`^shelfwatch-${stage.name}-[a-z-]{1,48}$`));
    for (const operation of ["list-apps", "visit-api", "sync-tracked-ios-consumer", "android-scraper"]) {
      const isThere = operation !== "visit-api" || stage.canary !== undefined;
      expect(names.includes(`shelfwatch-${stage.name}-${operation}`)).toBe(isThere);
    }
  });

  it("are deployed after those that make what they refer to by its name", () => {
    const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-order-")) });
    addService(app, { deployment: { stage, code: withoutCode }, endpoints, pathPrefix: API_PREFIX });
    const stacks = app.node.children.filter(Stack.isStack);
    const earlierThan = (stack: Stack): readonly string[] =>
      stack.dependencies.flatMap((one) => [one.stackName, ...earlierThan(one)]);
    const makers = new Map(
      Object.entries(templates).flatMap(
        ([stack, template]) =>
          [
            ...resourcesOf(template, "AWS::Lambda::Function").map(([, one]) => [
              `:function:${one.Properties?.FunctionName}"`,
              stack,
            ]),
            ...resourcesOf(template, "AWS::SQS::Queue").map(([, one]) => [`:${one.Properties?.QueueName}"`, stack]),
            ...resourcesOf(template, "AWS::SSM::Parameter").map(([, one]) => [
              `"Default":"${one.Properties?.Name}"`,
              stack,
            ]),
          ] as [string, string][],
      ),
    );

    const used = stacks.flatMap((stack) => {
      const text = JSON.stringify(templates[stack.stackName]);
      const others = [...makers].filter(([reference, maker]) => maker !== stack.stackName && text.includes(reference));
      return others.map(([reference, maker]) => ({ reference, isEarlier: earlierThan(stack).includes(maker) }));
    });

    expect(used.length).toBeGreaterThan(endpoints.length);
    expect(used.filter(({ isEarlier }) => !isEarlier)).toEqual([]);
  });
});

describe("synth", () => {
  const named = (operation: string) =>
    oneEndpoint.map((row) => ({ ...row, contract: { ...row.contract, operation, path: `/${operation}` } }));

  it("fails on a function whose name is longer than Lambda allows", () => {
    const operation = `list${"Very".repeat(12)}`;

    expect(() => synthesiseStacks(prod, named(operation))).toThrow(
      /^shelfwatch-prod-list\S+ has 80 characters, more than/,
    );
  });

  it("fails on two functions of one name in different stacks", () => {
    expect(() => synthesiseStacks(prod, named("resendSyncs"))).toThrow(
      "2 functions are called shelfwatch-prod-resend-syncs: give each a name of its own.",
    );
  });
});
