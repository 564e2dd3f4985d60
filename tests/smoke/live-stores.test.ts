import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { routeChecks } from "./route-checks.ts";

/** The command with a network that no request leaves. */
function run(...args: readonly string[]) {
  const options = ["--import", "data:text/javascript,globalThis.fetch=()=>{throw Error('a store was called')}"];
  const path = join(import.meta.dirname, "live-stores.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, path, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("npm run smoke:stores", () => {
  it.each(["--help", "-h"])("prints what it would do when given %s, and calls no store", (option) => {
    const { status, stdout } = run(option);

    expect(status).toBe(0);
    expect(stdout).toMatch(/^npm run smoke:stores -- \[options\]\n/);
    expect(stdout).toContain(`each of ${routeChecks.length} routes`);
    expect(stdout).not.toMatch(/works|FAILS/);
  });

  it("rejects an option that it does not know with a sentence", () => {
    expect(run("--route", "search")).toEqual({
      status: 2,
      stdout: "",
      stderr: "Unknown option '--route'. Run npm run smoke:stores -- --help for the options.\n",
    });
  });
});
