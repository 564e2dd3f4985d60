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
  it("names events that are logged", () => {
    const text = readFileSync(join(root, "docs", "runbook.md"), "utf8");
    const events = [...text.matchAll(/`((?:request|queue|sync|chart|store|database)\.[a-z_.]+[a-z])`/g)].flatMap(
      ([, event = ""]) => (event.startsWith("database.cluster.") ? [] : event),
    );
    const files = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" });
    const code = files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, "lib", file), "utf8"));
    const entries = ["sync-app.ts", "fetch-chart.ts"].map((file) =>
      readFileSync(join(root, "functions", "workers", file), "utf8"),
    );

    expect(events.length).toBeGreaterThan(3);
    for (const event of events) expect([...code, ...entries].join()).toContain(`"${event}"`);
  });

  it("has a row for every operation", () => {
    const text = readFileSync(join(root, "docs", "runbook.md"), "utf8");
    const operations = readdirSync(join(root, "functions", "operations")).map((file) => file.replace(".ts", ""));

    for (const operation of operations) {
      expect(text).toContain(`\n| \`${operation}\` |`);
      expect(named).toContain(`shelfwatch-prod-${operation}`);
    }
  });
});
