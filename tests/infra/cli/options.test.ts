import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

import { UsageError } from "../../../infra/cli/command-line.ts";
import { explainEnd, explainFailure } from "../../../infra/local/cli/explain-failure.ts";
import { DEFAULT_DATA_DIR, readOptions } from "../../../infra/local/cli/options.ts";

describe("the options of npm start", () => {
  it("default to port 3000, simulated stores and day 0", () => {
    expect(readOptions([], {})).toEqual({
      port: 3000,
      data: DEFAULT_DATA_DIR,
      fresh: false,
      stores: "simulated",
      as: "local",
      day: 0,
      once: false,
      help: false,
    });
  });

  it("take the port from --port, else from PORT", () => {
    expect(readOptions([], { PORT: "4000" }).port).toBe(4000);
    expect(readOptions(["--port", "5000"], { PORT: "4000" }).port).toBe(5000);
  });

  it("take the folder of the data from --data", () => {
    expect(readOptions(["--data", "elsewhere"], {}).data).toBe(resolve("elsewhere"));
  });

  it.each([
    [["--colour"]],
    [["extra"]],
    [["--port"]],
    [["--port", "many"]],
    [["--port", "70000"]],
    [["--stores", "fake"]],
    [["--as", "dev"]],
    [["--as", "prod", "--once"]],
    [["--day", "-1"]],
  ])("reject %j in one line", (given) => {
    const reject = () => readOptions(given, {});

    expect(reject).toThrow(UsageError);
    expect(reject).toThrow(/^[^\n]+$/);
  });
});

const circumstances = { port: 3000, dataDir: tmpdir() };
const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

describe("a start that fails", () => {
  it("names the port in use and the way out", async () => {
    const inUse = Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE" });

    expect(await explainFailure(inUse, circumstances)).toBe(
      "Port 3000 is in use. Stop what runs there, or choose another: npm start -- --port 3001",
    );
  });

  it("reports the cause in one line", async () => {
    expect(await explainFailure(new Error("migrate failed\nat …"), circumstances)).toBe(
      "Shelfwatch did not start: migrate failed",
    );
  });

  it("names the full disk and the way out", async () => {
    expect(await explainFailure(full, circumstances)).toBe(
      `Shelfwatch did not start: the disk that holds ${tmpdir()} is full. Free some space, then run npm start again: no data is lost.`,
    );
  });
});

describe("a host that ends by itself", () => {
  const places = { dataDir: tmpdir(), logDir: "/logs" };

  it("names the full disk and the way out", async () => {
    expect(await explainEnd(full, places)).toBe(
      `Shelfwatch has stopped: the disk that holds ${tmpdir()} is full. Free some space, then run npm start again: no data is lost.`,
    );
  });

  it("reports any other cause, and where to look", async () => {
    expect(await explainEnd(new Error("PostgreSQL cannot be restarted.\nat …"), places)).toBe(
      "Shelfwatch has stopped: PostgreSQL cannot be restarted. Its logs are in /logs; npm start starts it again.",
    );
  });
});
