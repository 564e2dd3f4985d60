import { describe, expect, it } from "vitest";

import { planDeployment } from "../../infra/aws/plan-deployment.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { synthesiseStacks } from "../infra/fixtures/synthesise-stage.ts";

const file = ["--outputs-file", "outputs.json"];
const approved = ["--require-approval", "never"];
const options = [...approved, ...file];
const triggers = [
  "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:a",
  "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:b",
];
const argsOf = (...given: Parameters<typeof planDeployment>) => planDeployment(...given).map(({ args }) => args);

describe("the deployment of a stage", () => {
  it.each([
    { of: "dev, whose data may go", stage: dev, request: { isFirst: true, triggers: [] } },
    { of: "dev, whose endpoints nothing watches", stage: dev, request: { isFirst: false, triggers } },
    { of: "prod, whose alarms do not exist yet", stage: prod, request: { isFirst: false, triggers: [] } },
  ])("is one run of the CDK for $of", ({ stage, request }) => {
    expect(argsOf(stage, { ...request, options })).toEqual([["deploy", "--all", ...options]]);
  });

  it.each([
    { given: options },
    { given: [...approved, "--outputs-file=outputs.json"] },
    { given: ["-O", "outputs.json", ...approved] },
  ])("is followed by its database's protection when it is the first of prod, with $given", ({ given }) => {
    expect(argsOf(prod, { isFirst: true, triggers: [], options: given })).toEqual([
      ["deploy", "--all", "--context", "first=true", ...given],
      // No file: the smoke test reads the address of the API from that of the first run.
      ["deploy", "shelfwatch-prod-data", "--exclusively", ...approved],
    ]);
  });
});

describe("a later deployment of prod", () => {
  const steps = planDeployment(prod, { isFirst: false, triggers, options });
  const templates = synthesiseStacks(prod);
  const stacksOf = (args: readonly string[]) =>
    Object.keys(templates).filter((name) =>
      args.some((arg) => (arg.endsWith("*") ? name.startsWith(arg.slice(0, -1)) : name === arg)),
    );

  it("is undone by CloudFormation in its endpoints alone, when the API fails or slows down within minutes", () => {
    expect(steps.map(({ args }) => args)).toEqual([
      [
        "deploy",
        "shelfwatch-prod-data",
        "shelfwatch-prod-scrapers",
        "shelfwatch-prod-pipeline",
        "--exclusively",
        ...approved,
      ],
      [
        "deploy",
        "shelfwatch-prod-api-*",
        "--exclusively",
        ...approved,
        "--rollback-trigger-alarm-arns",
        triggers[0],
        "--rollback-trigger-alarm-arns",
        triggers[1],
        "--monitoring-time-minutes",
        "15",
        "--concurrency",
        "10",
      ],
      ["deploy", "shelfwatch-prod-api", "shelfwatch-prod-canary", "--exclusively", ...options],
    ]);
  });

  it("deploys each stack once, after those that it reads", () => {
    const groups = steps.map(({ args }) => stacksOf(args));
    expect(groups.flat().toSorted()).toEqual(Object.keys(templates).toSorted());
    for (const [place, stacks] of groups.entries()) {
      const read = JSON.stringify(stacks.map((name) => templates[name]));
      const later = groups.slice(place + 1).flat();
      expect(later.filter((name) => read.includes(`"${name}:`) || read.includes(`"StackName":"${name}"`))).toEqual([]);
    }
  });

  it("asks for approvals one stack at a time", () => {
    expect(argsOf(prod, { isFirst: false, triggers, options: [] }).flat()).not.toContain("--concurrency");
  });

  it("leaves the triggers to who names some, or none", () => {
    const own = ["--rollback-trigger-alarm-arns", "none"];
    expect(argsOf(prod, { isFirst: false, triggers, options: own })).toEqual([["deploy", "--all", ...own]]);
  });
});
