import * as z from "zod";

import { createAndroidScraper } from "../../../scrapers/android/scraper.ts";
import { createIosScraper } from "../../../scrapers/ios/scraper.ts";
import type { Known, Probe } from "./probe.ts";
import { describeAgents, isUnmet, summarise, tableOf } from "./report.ts";
import { type ProbeDeps, type ProbeResult, runProbes } from "./run-probes.ts";
import { usualUserAgent } from "./usual-user-agent.ts";

/** Apple names 20 requests a minute. */
const SPACING_MS = 3_000;
const CONTROL_MS_MAX = 5_000;
const PACKAGE_NAME = "com.whatsapp";

export type ProbeStoresDeps = Pick<ProbeDeps, "send" | "now" | "sleep"> & {
  readonly probes: readonly Probe[];
  /** The simulator that `send` calls. Its apps are others, and it needs no pauses. */
  readonly simulatorUrl: string | undefined;
  readonly honestAgent: string;
  readonly say: (line: string) => void;
};

/** Probes the stores, reports line by line, and returns how many expectations of the service do not hold. */
export async function probeStores(deps: ProbeStoresDeps): Promise<number> {
  const { probes, simulatorUrl, honestAgent, say, send, now, sleep } = deps;
  const [ios, android] = [
    await usualUserAgent(createIosScraper, "/apps/1/identity"),
    await usualUserAgent(createAndroidScraper, "/apps/a.b/identity"),
  ];
  const spacingMs = simulatorUrl === undefined ? SPACING_MS : 0;
  const table = tableOf(probes);
  const results: ProbeResult[] = [];
  const runDeps: ProbeDeps = {
    send,
    now,
    sleep,
    spacingMs,
    userAgentOf: ({ agent, host }) => (agent === "honest" ? honestAgent : host === "play.google.com" ? android : ios),
  };

  say(`${probes.length} requests at most, ${spacingMs / 1_000} s apart for each host. Nothing is changed.`);
  say(table.headings);
  for await (const result of runProbes(runDeps, probes, await firstKnown(simulatorUrl))) {
    say(table.line(result));
    results.push(result);
  }
  for (const line of describeAgents(results, honestAgent)) say(line);
  say(summarise(results));
  return results.filter(isUnmet).length;
}

async function firstKnown(simulatorUrl: string | undefined): Promise<Known> {
  const packageName = simulatorUrl === undefined ? PACKAGE_NAME : await simulatedPackageName(simulatorUrl);
  return { ids: [], app: undefined, packageName, texts: {} };
}

const simulatedApps = z.object({
  apps: z.array(z.object({ external_id: z.string(), unavailable_countries: z.array(z.string()) })),
});

async function simulatedPackageName(simulatorUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(CONTROL_MS_MAX);
  const response = await fetch(`${simulatorUrl}/__simulator/apps?platform=android`, { signal });
  const { apps } = simulatedApps.parse(await response.json());
  const app = apps.find(({ unavailable_countries: codes }) => !codes.includes("us"));
  if (app === undefined) throw new TypeError("The simulator sells no app in the United States.");
  return app.external_id;
}
