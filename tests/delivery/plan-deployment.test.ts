import { describe, expect, it } from "vitest";

import { planDeployment } from "../../infra/aws/plan-deployment.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { synthesiseStacks } from "../infra/fixtures/synthesise-stage.ts";

const file = ["--outputs-file", "outputs.json"];
const approved = ["--require-approval", "never"];
const options = file;
const triggers = [
  "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:a",
  "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:b",
];
const stacksInOrder = (args: readonly string[]) => args.filter((arg) => arg.startsWith("shelfwatch-"));
const argsOf = (...given: Parameters<typeof planDeployment>) => planDeployment(...given).map(({ args }) => args);

describe("the deployment of a stage", () => {
  it.each([
    { of: "dev, whose data may go", stage: dev, request: { isFirst: true, triggers: [] } },
    { of: "dev, whose endpoints nothing watches", stage: dev, request: { isFirst: false, triggers } },
    { of: "prod, whose alarms do not exist yet", stage: prod, request: { isFirst: false, triggers: [] } },
  ])("is one run of the CDK for $of", ({ stage, request }) => {
    expect(argsOf(stage, { ...request, options })).toEqual([["deploy", "--all", ...approved, ...options]]);
  });

  it.each([{ given: options }, { given: ["--outputs-file=outputs.json"] }, { given: ["-O", "outputs.json"] }])(
    "is followed by its database's protection when it is the first of prod, with $given",
    ({ given }) => {
      expect(argsOf(prod, { isFirst: true, triggers: [], options: given })).toEqual([
        ["deploy", "--all", "--context", "first=true", ...approved, ...given],
        // No file: the smoke test reads the address of the API from that of the first run.
        ["deploy", "shelfwatch-prod-data", "--exclusively", ...approved],
      ]);
    },
  );
});

describe("a later deployment of prod", () => {
  const steps = planDeployment(prod, { isFirst: false, triggers, options });
  const templates = synthesiseStacks(prod);
  const stacksOf = (args: readonly string[]) => Object.keys(templates).filter((name) => args.includes(name));

  const groups = Object.keys(templates).filter((name) => name.startsWith("shelfwatch-prod-api-"));

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
        ...steps.flatMap(({ isWatched, args }) => (isWatched ? stacksInOrder(args) : [])),
        "--exclusively",
        ...approved,
        "--rollback-trigger-alarm-arns",
        triggers[0],
        "--rollback-trigger-alarm-arns",
        triggers[1],
        "--monitoring-time-minutes",
        "15",
        "--concurrency",
        String(groups.length),
      ],
      ["deploy", "shelfwatch-prod-api", "shelfwatch-prod-canary", "--exclusively", ...approved, ...options],
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

  it("updates all groups of endpoints in one wave, so that they are watched and taken back together", () => {
    const watched = steps.filter(({ isWatched }) => isWatched);

    expect(groups.length).toBeGreaterThan(12);
    expect(watched.map(({ args }) => stacksOf(args).toSorted())).toEqual([groups.toSorted()]);
    expect(watched.map(({ args }) => Number(args.at(args.indexOf("--concurrency") + 1)))).toEqual([groups.length]);
  });

  it("has the documentation's stack among them where the stage serves it", () => {
    const documented = { ...prod, api: { ...prod.api, documentation: true } };

    expect(argsOf(documented, { isFirst: false, triggers, options: [] })[1]).toContain(
      "shelfwatch-prod-api-documentation",
    );
  });

  it("leaves the triggers to who names some, or none", () => {
    const own = ["--rollback-trigger-alarm-arns", "none"];
    expect(argsOf(prod, { isFirst: false, triggers, options: own })).toEqual([
      ["deploy", "--all", ...approved, ...own],
    ]);
  });
});
