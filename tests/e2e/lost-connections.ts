import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { nonEmpty } from "../support/non-empty.ts";
import type { HostedService } from "./hosted-service.ts";

const CLIENTS = 4;
const REQUEST_MS_MAX = 30_000;
const REQUESTS_AFTERWARDS = 8;

type Hosted = {
  readonly service: () => HostedService;
  readonly dataDir: () => string;
  /** All clients together send fewer requests than one user may. */
  readonly token: () => string;
  /** Rounds of killing. Each begins when the last one's victims, or some of them, have been completed. */
  readonly kills: number;
};

/** Tests requests whose functions lose their connections. */
export function describeLostConnections({ service, dataDir, token, kills }: Hosted): void {
  describe("the hosted service, when the connections of its functions end again and again", () => {
    it("responds to every request, loses no environment, and recovers at once", async () => {
      const statuses: number[] = [];
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!isOver) statuses.push(await listApps(service(), token()));
      });
      let killed = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const responded = statuses.length;
        killed += await killBackends(service());
        while (statuses.length <= responded + (kill % CLIENTS)) await sleep(5);
      }
      isOver = true;
      await Promise.all(clients);

      expect(killed).toBeGreaterThanOrEqual(kills / 2);
      // Never 500 or 502, which an environment that died would give.
      expect(new Set(statuses)).toEqual(new Set([200, 503]));

      const afterwards: number[] = [];
      for (let request = 0; request < REQUESTS_AFTERWARDS; request += 1) {
        afterwards.push(await listApps(service(), token()));
      }
      expect(afterwards.filter((status) => status === 200).length).toBeGreaterThanOrEqual(
        REQUESTS_AFTERWARDS - CLIENTS,
      );
      expect(afterwards.at(-1)).toBe(200);
    }, 150_000);

    it("has no function that ended by an uncaught error", async () => {
      const folder = join(dataDir(), "logs");
      const names = (await readdir(folder)).filter((name) => name.endsWith(".log") && !name.startsWith("postgres"));
      const logs = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));

      expect(names.some((name) => name.startsWith("list-apps"))).toBe(true);
      for (const log of nonEmpty(logs)) expect(log).not.toMatch(/Uncaught|UnhandledPromiseRejection|Node\.js v\d+/);
    });
  });
}

/** Returns the status; a request that takes longer than any should rejects. */
async function listApps({ url }: HostedService, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(REQUEST_MS_MAX);
  const response = await fetch(`${url}/api/v1/apps`, { headers, signal });
  await response.text();
  return response.status;
}

/** Ends the connections of the functions, of which the host says nothing. Returns how many there were. */
async function killBackends({ connection }: HostedService): Promise<number> {
  const killed = await connection.db.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shelfwatch-local'`,
  );
  return killed.length;
}
