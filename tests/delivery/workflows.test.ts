import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { describeDiff } from "../../infra/aws/describe-diff.ts";
import { deployedStages } from "../../infra/aws/stages.ts";
import { readSmokeOptions } from "../smoke/deployed/options.ts";
import { nonEmpty } from "../support/non-empty.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Commands that .ci/run leaves out, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  "npm run deploy": "needs an account and its role; tests/infra/{run-cdk,preflight}.test.ts run what precedes the CDK",
  "npm run smoke": "needs a deployed service; tests/smoke runs its steps against servers of their own",
  "npm run diff:report": "needs an account; what it writes is tested below",
  "npm run drift": "needs an account",
  "npm run support": "depends on the day; tests/infra/support-dates.test.ts has others",
  "npm run test:nightly": "repeats what the other tests run",
  "npm run audit": "needs the registry's list of known vulnerabilities",
  "gh pr comment": "needs a pull request",
};

const step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const job = z.object({
  uses: z.string().optional(),
  environment: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  "timeout-minutes": z.int().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
  steps: z.array(step).default([]),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
});

const files = globSync(".github/workflows/*.yml", { cwd: root }).toSorted();
const workflows = files.map((path) => ({ name: basename(path), ...workflow.parse(parse(read(path))) }));
const jobs = workflows.flatMap(({ name, jobs: all }) =>
  Object.entries(all).map(([key, one]) => ({ of: `${name}: ${key}`, ...one })),
);
const named = (name: string) => workflows.find((one) => one.name === name);

const scripts: Readonly<Record<string, string>> = JSON.parse(read("package.json")).scripts;
/** What .ci/run runs, as npm names it. */
const runHere = [...read(".ci/run").matchAll(/^npm (?:run )?([\w:]+)$/gm)].map(([, script = ""]) => script);

/** Returns the lines of a job, each with every value of its matrix. */
function linesOf({ steps, strategy }: z.infer<typeof job>): readonly string[] {
  const lines = steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);
  return Object.entries(strategy?.matrix ?? {}).reduce<readonly string[]>(
    (all, [key, values]) =>
      all.flatMap((line) => values.map((value) => line.replaceAll(`\${{ matrix.${key} }}`, value))),
    lines,
  );
}

const commandOf = (line: string) => line.split(" ").slice(0, 3).join(" ");

describe("the workflows", () => {
  it.each(files)("%s is a workflow, by the schema that editors use and the names of its jobs", (path) => {
    expect(validateWorkflow(read(path)).errors).toEqual([]);
  });

  it("run scripts of package.json that .ci/run runs too, or leaves out for a reason", () => {
    const lines = jobs.flatMap(linesOf);
    const unknown = lines.filter((line) => {
      const [, script = ""] = /^npm run ([\w:]+)( -- .*)?$/.exec(line) ?? [];
      return !(runHere.includes(script) && line === `npm run ${script}`) && !(commandOf(line) in leftOut);
    });
    const missing = lines
      .flatMap((line) => /^npm run ([\w:]+)/.exec(line)?.[1] ?? [])
      .filter((name) => !(name in scripts));

    expect(lines.length).toBeGreaterThan(10);
    expect([unknown, missing]).toEqual([[], []]);
    expect(Object.keys(leftOut).filter((command) => !lines.some((line) => commandOf(line) === command))).toEqual([]);
  });

  it("run all that must pass before a change lands", () => {
    const lines = Object.values(named("test.yml")?.jobs ?? {}).flatMap(linesOf);

    expect(runHere).toHaveLength(5);
    expect(lines).toEqual(runHere.map((script) => `npm run ${script}`));
  });

  it("repeat by night each test that asks for more cases then", () => {
    const asking = globSync("tests/**/*.ts", { cwd: root }).filter((path) => read(path).includes('/by-run.ts";'));

    expect(nonEmpty(asking).filter((path) => !path.endsWith(".test.ts"))).toEqual([]);
  });

  it("use actions of others by commit, with the release beside it", () => {
    const uses = files.flatMap((path) => [...read(path).matchAll(/uses: (.*)/g)].map(([, used = ""]) => used));

    for (const used of nonEmpty(uses))
      expect(used).toMatch(/^(\.\/\.github\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
  });

  it("bound each job in time and rights, and leave no credentials in the checkout", () => {
    for (const { permissions } of nonEmpty(workflows)) expect(permissions).toEqual({ contents: "read" });
    for (const { of, steps, uses, "timeout-minutes": minutes } of nonEmpty(jobs)) {
      if (uses !== undefined) continue;
      expect(minutes, of).toBeGreaterThan(0);
      expect(steps[0]?.with, of).toEqual({ "persist-credentials": false });
    }
  });

  it("get an identity of AWS where they need one, by OIDC, and never on behalf of another repository", () => {
    const withRole = jobs.filter(({ steps }) => steps.some(({ uses }) => uses?.startsWith("aws-actions/")));

    expect(withRole.length).toBeGreaterThan(3);
    for (const { of, permissions } of withRole) expect(permissions?.["id-token"], of).toBe("write");
    for (const { of, permissions } of nonEmpty(jobs.filter((one) => !withRole.includes(one))))
      expect(permissions?.["id-token"], of).toBeUndefined();
    expect(files.map(read).join("\n")).not.toMatch(/aws-(secret-)?access-key|pull_request_target|secrets\.AWS/);
    expect(read(".github/workflows/diff.yml")).toContain("head.repo.full_name == github.repository");
  });

  it("deploy dev, then prod after an approval, each with a smoke test after it", () => {
    const { test, dev, changes, prod } = named("deploy.yml")?.jobs ?? {};
    if (!test || !dev || !changes || !prod) throw new Error("deploy.yml lacks a job.");

    expect([test.uses, dev.needs, changes.needs, prod.needs]).toEqual([
      "./.github/workflows/test.yml",
      "test",
      "test",
      ["dev", "changes"],
    ]);
    for (const [stage, one] of nonEmpty(Object.entries({ dev, prod }))) {
      expect(one.environment).toBe(stage);
      expect(linesOf(one).map(commandOf)).toEqual(["npm run deploy", "npm run smoke"]);
      expect(linesOf(one)[0]).toContain(`--stage ${stage} `);
    }
  });

  it("give the smoke test options that it knows", () => {
    const folder = mkdtempSync(join(tmpdir(), "shelfwatch-workflows-"));
    const outputs = join(folder, "outputs.json");
    writeFileSync(outputs, JSON.stringify({ api: { ApiUrl: "https://api.example.com" } }));
    const variables = { SMOKE_PASSWORD: "secret" };
    const read = jobs.flatMap(linesOf).flatMap((line) => {
      const [, options] = /^npm run smoke -- (.*)$/.exec(line) ?? [];
      const given = options?.replace("outputs.json", outputs).replaceAll('"', "").split(" ");
      return given ? [readSmokeOptions(given, variables)] : [];
    });
    rmSync(folder, { recursive: true });

    expect(read).toMatchObject([
      { url: "https://api.example.com", account: undefined, documentation: "on" },
      { url: "https://api.example.com", account: { email: "$SMOKE_EMAIL", password: "secret" } },
    ]);
  });

  it("look for drift in every stage", () => {
    const lines = Object.values(named("drift.yml")?.jobs ?? {}).flatMap(linesOf);

    expect(lines).toEqual(Object.keys(deployedStages).map((stage) => `npm run drift -- --stage ${stage}`));
  });

  it("name no host of a registry", () => {
    const texts = [...files, ".github/dependabot.yml"].map(read).join("\n");

    expect(texts).not.toMatch(/registry\.|npmjs|registry-url/);
  });
});

describe("the updates of packages", () => {
  it("are requested for packages and actions", () => {
    const updates = z
      .object({
        version: z.literal(2),
        updates: z.array(
          z.object({
            "package-ecosystem": z.string(),
            directory: z.literal("/"),
            schedule: z.object({ interval: z.enum(["daily", "weekly", "monthly"]) }),
          }),
        ),
      })
      .parse(parse(read(".github/dependabot.yml")));

    expect(updates.updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions"]);
  });
});

describe("the report of a difference", () => {
  it.each([
    ["0", "Nothing."],
    ["1", "One stack."],
    ["12", "12 stacks."],
  ])("says of %s changed stacks: %s", (stacks, verdict) => {
    const report = describeDiff(
      "prod",
      `Stack shelfwatch-prod-data\n✨ Number of stacks with differences: ${stacks}\n`,
    );

    expect(report.split("\n").slice(0, 3)).toEqual(["### What a deployment would change in prod", "", verdict]);
  });

  it("stays within a comment", () => {
    const report = describeDiff("dev", "x".repeat(100_000));

    expect(report).toContain("… and 40000 more characters");
    expect(report.length).toBeLessThan(65_536);
  });
});
