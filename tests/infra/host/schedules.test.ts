import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

import { readCron, readRate } from "../../../infra/templates/schedule-expressions.ts";
import { startFixtureHost } from "../fixtures/start-fixture-host.ts";

describe("a schedule", () => {
  it.each([
    ["rate(1 minute)", 60_000],
    ["rate(6 hours)", 21_600_000],
    ["rate(5 seconds)", 5_000],
    ["cron(0 0/6 * * ? *)", undefined],
  ])("reads %s as a rate of %s ms", (expression, expected) => {
    expect(readRate(expression)).toBe(expected);
  });

  it.each([
    ["cron(0 0/6 * * ? *)", "0 0/6 * * *"],
    ["cron(30 2 ? * MON *)", "30 2 * * MON"],
  ])("reads %s as croner's %s", (expression, expected) => {
    expect(readCron(expression)).toBe(expected);
  });

  it.each(["cron(0 0 * * ? 2027)", "cron(0 0 ? * 2 *)", "every day"])("throws on %s", (expression) => {
    expect(() => readCron(expression)).toThrow();
  });

  it("invokes its target again and again", async () => {
    const host = await startFixtureHost({ scheduleExpression: "rate(1 second)" });
    try {
      // The target fails on an event without records, which its log shows.
      const log = () => readFile(`${host.folder}/logs/scheduled.log`, "utf8").catch(() => "");
      await expect.poll(async () => (await log()).split("TypeError").length).toBeGreaterThan(2);
    } finally {
      await host.stop();
    }
  });
});
