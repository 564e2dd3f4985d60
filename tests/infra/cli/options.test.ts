import { describe, expect, it } from "vitest";

import { UsageError } from "../../../infra/local/cli/command-line.ts";
import { explainFailure } from "../../../infra/local/cli/explain-failure.ts";
import { readOptions } from "../../../infra/local/cli/options.ts";

describe("the options of npm start", () => {
  it("default to port 3000, simulated stores and day 0", () => {
    expect(readOptions([], {})).toEqual({
      port: 3000,
      fresh: false,
      stores: "simulated",
      day: 0,
      once: false,
      help: false,
    });
  });

  it("take the port from PORT, and from --port before it", () => {
    expect(readOptions([], { PORT: "4000" }).port).toBe(4000);
    expect(readOptions(["--port", "5000"], { PORT: "4000" }).port).toBe(5000);
  });

  it.each([
    [["--colour"]],
    [["extra"]],
    [["--port"]],
    [["--port", "many"]],
    [["--port", "70000"]],
    [["--stores", "fake"]],
    [["--day", "-1"]],
  ])("refuse %j in one line", (given) => {
    const refuse = () => readOptions(given, {});

    expect(refuse).toThrow(UsageError);
    expect(refuse).toThrow(/^[^\n]+$/);
  });
});

describe("a start that fails", () => {
  it("names the port in use and the way out", () => {
    const inUse = Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE" });

    expect(explainFailure(inUse, 3000)).toBe(
      "Port 3000 is in use. Stop what runs there, or choose another: npm start -- --port 3001",
    );
  });

  it("tells the cause in one line", () => {
    expect(explainFailure(new Error("migrate failed\nat …"), 3000)).toBe("Shelfwatch did not start: migrate failed");
  });
});
