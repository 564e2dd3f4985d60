import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

const start = join(import.meta.dirname, "..", "..", "infra", "local", "start.ts");

async function run(...options: readonly string[]) {
  const child = spawn(process.execPath, [start, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  const [[code], out, err] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

describe("npm start", () => {
  it("explains its options", async () => {
    const { code, out } = await run("--help");

    expect(code).toBe(0);
    expect(out).toMatch(/--fresh[\s\S]+--stores simulated\|live[\s\S]+--as local\|prod[\s\S]+--day/);
  });

  it("rejects an unknown option in one line with exit code 2", async () => {
    expect(await run("--colour")).toEqual({
      code: 2,
      out: "",
      err: "Unknown option '--colour'. Run npm start -- --help for the options.\n",
    });
  });

  it("names a port in use and the way out in one line with exit code 1, and starts nothing", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    // A server that listens on a port has an address of this type.
    const { port } = other.address() as AddressInfo;

    const { code, out, err } = await run("--port", String(port));
    other.close();

    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(
      `Port ${port} is in use. Stop what runs there, or choose another: npm start -- --port ${port + 1}\n`,
    );
  });
});
