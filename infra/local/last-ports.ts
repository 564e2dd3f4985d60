import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

const portsSchema = z.object({ postgres: z.int(), simulator: z.int(), mail: z.int() }).partial();

/** The ports of the last start, which the next one takes where they are free: its templates contain them. */
export type LastPorts = z.infer<typeof portsSchema>;

const ANY_PORT = 0;

export async function readLastPorts(dataDir: string): Promise<LastPorts> {
  try {
    return portsSchema.parse(JSON.parse(await readFile(pathIn(dataDir), "utf8")));
  } catch {
    return {};
  }
}

export async function keepPorts(dataDir: string, ports: LastPorts): Promise<void> {
  await mkdir(synthesisIn(dataDir), { recursive: true });
  await writeFile(pathIn(dataDir), JSON.stringify(ports));
}

/** Listens on any port where the given one is taken. */
export async function listenOn<Listening>(
  port: number | undefined,
  listen: (port: number) => Promise<Listening>,
): Promise<Listening> {
  try {
    return await listen(port ?? ANY_PORT);
  } catch (error) {
    if (port === undefined) throw error;
    return await listen(ANY_PORT);
  }
}

/** The folder of the templates and of the ports that they contain. */
export function synthesisIn(dataDir: string): string {
  return join(dataDir, "synthesis");
}

function pathIn(dataDir: string): string {
  return join(synthesisIn(dataDir), "ports.json");
}
