import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { dev, prod } from "../../infra/aws/stages.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "..", "..");
const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);

const stacks = ["data", "scrapers", "pipeline", "api"];
const named = [dev, prod].flatMap((stage) => [
  `shelfwatch-${stage.name}`,
  ...stacks.map((stack) => `shelfwatch-${stage.name}-${stack}`),
  ...Object.values(synthesiseStage(stage)).flatMap((template) =>
    resourcesOf(template, "AWS::Lambda::Function").flatMap(([, { Properties }]) => Properties?.FunctionName ?? []),
  ),
]);

describe.each(["deploy.md", "runbook.md"])("docs/%s", (name) => {
  const text = readFileSync(join(root, "docs", name), "utf8");
  const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, match]) => match))];

  it("names commands that exist", () => {
    expect(scripts).toEqual(expect.arrayContaining(found(/npm run ([\w:]+)/g)));
  });

  it("names stacks, clusters and functions that are deployed", () => {
    expect(named).toEqual(expect.arrayContaining(found(/\b(shelfwatch-(?:dev|prod)(?:-[a-z]+)*)\b(?!-)/g)));
  });
});

describe("docs/runbook.md", () => {
  it("has a row for every operation", () => {
    const text = readFileSync(join(root, "docs", "runbook.md"), "utf8");
    const operations = readdirSync(join(root, "functions", "operations")).map((file) => file.replace(".ts", ""));

    for (const operation of operations) {
      expect(text).toContain(`\n| \`${operation}\` |`);
      expect(named).toContain(`shelfwatch-prod-${operation}`);
    }
  });
});
