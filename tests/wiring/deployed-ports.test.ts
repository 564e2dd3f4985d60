import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

import { createLoggedTelemetry } from "../../lib/wiring/deployed-ports.ts";
import { silentLog } from "../support/silent-log.ts";

const module = join(import.meta.dirname, "../../lib/wiring/deployed-ports.ts");

/** Returns the lines that a process logs for one figure, which it writes past every stream of a test. */
async function logged(labels: object): Promise<readonly unknown[]> {
  const program = `
    const { createTelemetry } = await import(${JSON.stringify(module)});
    createTelemetry({ STAGE: "prod" })("FailedItems", 3, ${JSON.stringify(labels)});`;
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

describe("a figure", () => {
  it("is one log line in CloudWatch's embedded format, a metric by service and platform alone", async () => {
    const labels = { platform: "ios", phase: "listings", reason: "http_403" };

    expect(await logged(labels)).toMatchObject([
      { ...labels, _aws: embedded([["service", "platform"]]), service: "shelfwatch-prod", FailedItems: 3 },
    ]);
  });

  it("is a line of the log alone where a stage has no metrics", () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, info: (event: string, fields: object) => void lines.push({ event, ...fields }) };

    createLoggedTelemetry(log)("FailedItems", 3, { platform: "ios", reason: "http_403" });

    expect(lines).toEqual([{ event: "figure.measured", FailedItems: 3, platform: "ios", reason: "http_403" }]);
  });
});
