import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const module = join(import.meta.dirname, "../../lib/wiring/cloudwatch-metrics.ts");

/** Returns the lines that a process logs for one figure, which it writes past every stream of a test. */
async function logged(dimensions: object): Promise<readonly unknown[]> {
  const program = `
    const { createMeasure } = await import(${JSON.stringify(module)});
    createMeasure({ STAGE: "prod" })("FailedItems", 3, ${JSON.stringify(dimensions)});`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function embedded(dimensions: readonly (readonly string[])[]) {
  const metrics = [{ Name: "FailedItems", Unit: "Count" }];
  return { CloudWatchMetrics: [{ Namespace: "Shelfwatch", Dimensions: dimensions, Metrics: metrics }] };
}

describe("a metric", () => {
  it("is one log line in CloudWatch's embedded format, by service, platform and reason", async () => {
    const dimensions = { platform: "ios", reason: "http_403" };

    expect(await logged(dimensions)).toMatchObject([
      {
        ...dimensions,
        _aws: embedded([["service", "platform", "reason"]]),
        service: "shelfwatch-prod",
        FailedItems: 3,
      },
    ]);
  });

  it("of a phase also counts in the series of all phases, which alarms watch", async () => {
    const dimensions = { platform: "ios", phase: "listings" };
    const series = [
      ["service", "platform"],
      ["service", "platform", "phase"],
    ];

    expect(await logged(dimensions)).toMatchObject([
      { ...dimensions, _aws: embedded(series), service: "shelfwatch-prod", FailedItems: 3 },
    ]);
  });
});
