import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { keepPorts, listenOn, readLastPorts, synthesisIn } from "../../../infra/local/last-ports.ts";

let folder: string;
const servers: Server[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ports-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Resolves to the port on which it listens. */
async function listen(port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : Number.NaN;
}

describe("the ports of the last start", () => {
  it("are read again", async () => {
    await keepPorts(folder, { postgres: 1, simulator: 2, mail: 3 });

    expect(await readLastPorts(folder)).toEqual({ postgres: 1, simulator: 2, mail: 3 });
  });

  it.each(["", "{", '{"postgres":"1"}'])("are none where their file says %j", async (content) => {
    await mkdir(synthesisIn(folder));
    await writeFile(join(synthesisIn(folder), "ports.json"), content);

    expect(await readLastPorts(folder)).toEqual({});
  });

  it("are none at the first start", async () => {
    expect(await readLastPorts(folder)).toEqual({});
  });

  it("are taken again", async () => {
    const port = await listen(0);
    for (const server of servers.splice(0)) await once(server.close(), "close");

    expect(await listenOn(port, listen)).toBe(port);
  });

  it("give way to others while something else has them", async () => {
    const taken = await listen(0);

    expect(await listenOn(taken, listen)).not.toBe(taken);
  });
});
