import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

import { UsageError } from "../../infra/cli/command-line.ts";
import { honestUserAgent, PROBE_USAGE, type ProbeOptions, readProbeOptions } from "./probes/options.ts";
import { probeStores } from "./probes/probe-stores.ts";
import { createProbeSender } from "./probes/send-probe.ts";
import { storeProbes } from "./probes/store-probes.ts";

/** `npm run probe:stores`: exit code 0 when all holds that the service relies on, else 1, and 2 for a wrong command line. */
try {
  const options = readProbeOptions(process.argv.slice(2));
  if (options === undefined) console.log(PROBE_USAGE);
  else process.exitCode = await probe(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function probe({ simulatorUrl, contact }: ProbeOptions): Promise<number> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")));
  const unmet = await probeStores({
    probes: storeProbes,
    simulatorUrl,
    honestAgent: honestUserAgent(version, contact),
    send: createProbeSender(simulatorUrl),
    now: Date.now,
    sleep: (ms) => sleep(ms),
    say: (line) => console.log(line),
  });
  return unmet === 0 ? 0 : 1;
}
