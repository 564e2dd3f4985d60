import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHostData } from "../support/host-data.ts";

const script = join(import.meta.dirname, "fixtures", "run-host.ts");

/** Starts a host in a process of its own and waits until it is up. */
async function runHost(dataDir: string): Promise<{ child: ChildProcess; up: { url: string; swept: boolean } }> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, "line"), once(child, "exit").then(() => ["null"])]);
  return { child, up: JSON.parse(String(line)) };
}

/** Processes whose command line names the folder. */
async function processesOf(dataDir: string): Promise<readonly string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return commands.filter((command) => command.includes(dataDir) && !command.includes("run-host"));
}

describe.runIf(process.platform === "linux")("a host in a process of its own", { timeout: 240_000 }, () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await createHostData();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it("ends its functions when it is killed, and starts again on the same data", async () => {
    const first = await runHost(dataDir);
    const running = (await processesOf(dataDir)).filter((command) => command.includes("bootstrap"));
    first.child.kill("SIGKILL");

    const bootstraps = async () =>
      (await processesOf(dataDir)).filter((command) => command.includes("bootstrap")).length;
    expect(running.length).toBeGreaterThan(0);
    await expect.poll(bootstraps).toBe(0);

    const second = await runHost(dataDir);
    expect(second.up.swept).toBe(true);
    second.child.kill("SIGKILL");
    await expect.poll(bootstraps).toBe(0);
  });

  it("stops everything on a signal, also during work", async () => {
    const { child, up } = await runHost(dataDir);
    const { hostname, port } = new URL(up.url);
    const client = connect(Number(port), hostname).on("error", () => {});
    // A request whose end never comes.
    client.write("POST /api/v1/apps HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{");
    await once(client, "connect");

    child.kill("SIGINT");

    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await processesOf(dataDir)).toEqual([]);
    client.destroy();
  });
});
