import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

import { UsageError } from "../../../infra/cli/command-line.ts";
import { COST_USAGE, readCostOptions } from "../../../infra/planning/options.ts";
import { readSimulationOptions } from "../../../infra/planning/simulation-options.ts";

const SENTENCE = /^[A-Z-][^\n]+\.$/i;

describe.each([
  ["npm run cost", readCostOptions],
  ["npm run simulate", readSimulationOptions],
])("%s", (_command, read) => {
  it.each([
    [["--stage", "staging"], 'No stage is called "staging": there are dev and prod.'],
    [["--apps", "many"], '--apps is a whole number from 0 to 10000000, not "many".'],
    [["--apps", "-1"], '--apps is a whole number from 0 to 10000000, not "-1".'],
    [["--apps=-1"], '--apps is a whole number from 0 to 10000000, not "-1".'],
    [["--apps", "1e3"], '--apps is a whole number from 0 to 10000000, not "1e3".'],
    [["--apps", "1.5"], '--apps is a whole number from 0 to 10000000, not "1.5".'],
    [["--apps", "10000001"], '--apps is a whole number from 0 to 10000000, not "10000001".'],
    [
      ["--region", "mars"],
      'There are no prices of "mars": there are those of us-east-1, eu-central-1, eu-west-1, ap-northeast-1.',
    ],
    [["--free-tier", "some"], '--free-tier is none, monitoring, whole, not "some".'],
    [["--platform-split", "101"], '--platform-split is a whole number from 0 to 100, not "101".'],
    [["--keywords", "3000"], '--keywords is a number for each store, as in 3000,2000, not "3000".'],
    [["--keywords", "1,2,3"], '--keywords is a number for each store, as in 3000,2000, not "1,2,3".'],
    [["--keywords", "many,1"], '--keywords is a whole number from 0 to 100000, not "many".'],
  ])("rejects %j with a sentence", (given, sentence) => {
    expect(() => read(given)).toThrow(new UsageError(sentence));
  });

  it("has no terms by default, or a number of them for each store", () => {
    expect(read([]).keywords).toEqual({ ios: 0, android: 0 });
    expect(read(["--keywords", "3000,2000"]).keywords).toEqual({ ios: 3_000, android: 2_000 });
  });

  it.each([[["--apps"]], [["--colour"]], [["10000"]]])("rejects %j and names the help", (given) => {
    expect(() => read(given)).toThrow(UsageError);
    expect(() => read(given)).toThrow(SENTENCE);
    expect(() => read(given)).toThrow("-- --help for the options.");
  });
});

describe("npm run cost", () => {
  it("computes 10,000 apps of prod by default", () => {
    expect(readCostOptions([])).toMatchObject({
      apps: 10_000,
      iosPercent: 50,
      requestsPerDay: undefined,
      region: "us-east-1",
      freeTier: "none",
      stage: { name: "prod" },
    });
  });

  it("rejects a number of requests that is not a number", () => {
    expect(() => readCostOptions(["--requests-per-day", "few"])).toThrow(SENTENCE);
  });

  it("prints its options", () => {
    const { status, stdout } = run("print-cost.ts", ["--help"]);

    expect({ status, stdout }).toEqual({ status: 0, stdout: `${COST_USAGE}\n` });
  });
});

describe("npm run simulate", () => {
  it("compares 100, 1,000 and 10,000 apps, and those of `--apps` among them, on the seventh day", () => {
    expect(readSimulationOptions([])).toMatchObject({ apps: [100, 1_000, 10_000], days: 7 });
    expect(readSimulationOptions(["--apps", "10000"]).apps).toEqual([100, 1_000, 10_000]);
    expect(readSimulationOptions(["--apps", "500"]).apps).toEqual([100, 500, 1_000, 10_000]);
    expect(readSimulationOptions(["--apps", "500", "--alone"]).apps).toEqual([500]);
  });

  it.each([
    [["--store-rate", "0"]],
    [["--store-rate", "fast"]],
    [["--store-rate=-1"]],
    [["--changed", "2"]],
    [["--days", "0"]],
    [["--days", "31"]],
    [["--seed", "x"]],
    [["--max-concurrency", "1"]],
    [["--syncs-per-tick", "0"]],
    [["--alone"]],
    [["--syncs", "many"]],
    [["--first-reads=-1"]],
    [["--searches", "many"]],
  ])("rejects %j with a sentence", (given) => {
    expect(() => readSimulationOptions(given)).toThrow(UsageError);
    expect(() => readSimulationOptions(given)).toThrow(SENTENCE);
  });

  it("prints its seed and what holds the apps back, and its progress beside", () => {
    const { status, stdout, stderr } = run("print-simulation.ts", [
      "--stage",
      "dev",
      "--apps",
      "1000",
      "--store-rate",
      "1",
      "--alone",
      "--days",
      "1",
      "--seed",
      "4",
    ]);

    expect(status).toBe(0);
    expect(stdout).toContain("seed 4.");
    expect(stdout).toContain("1,000 apps: the bottleneck is the budget of");
    expect(stdout).toContain('stores.hosts["play.google.com"].perMinute is 1;');
    expect(stdout).toContain("One day shows no trend: what is left undone may grow.");
    expect(stderr).toContain("1,000 apps: 100 % of 1 day");
  });
});

it.each(["print-cost.ts", "print-simulation.ts"])("%s exits with code 2 and one line for invalid options", (file) => {
  const { status, stderr, stdout } = run(file, ["--stage", "moon"]);

  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe('No stage is called "moon": there are dev and prod.\n');
});

function run(file: string, given: readonly string[]) {
  const script = new URL(`../../../infra/planning/${file}`, import.meta.url);
  return spawnSync(process.execPath, [script.pathname, ...given], { encoding: "utf8", timeout: 300_000 });
}
