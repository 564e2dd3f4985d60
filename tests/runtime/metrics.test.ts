import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const module = join(import.meta.dirname, "../../lib/runtime/metrics.ts");

describe("a metric", () => {
  it("is one log line in CloudWatch's embedded format, by service, platform and reason", async () => {
    const program = `
      const { createMeasure } = await import(${JSON.stringify(module)});
      createMeasure({ STAGE: "prod" })("FailedItems", 3, { platform: "ios", reason: "http_403" });`;

    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);

    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: "Shelfwatch",
            Dimensions: [["service", "platform", "reason"]],
            Metrics: [{ Name: "FailedItems", Unit: "Count" }],
          },
        ],
      },
      service: "shelfwatch-prod",
      platform: "ios",
      reason: "http_403",
      FailedItems: 3,
    });
  });
});
