/** `npm run examples` records the examples of the OpenAPI document from a service on this machine. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import type { OperationExample } from "../../lib/http/openapi-example.ts";
import { local, quietLocal } from "../aws/local-stages.ts";
import type { Stage } from "../aws/stage.ts";
import { createRecorder } from "./examples/recorder.ts";
import { makeStable } from "./examples/stable-values.ts";
import { liveToday, liveYesterday } from "./examples/story.ts";
import { type ShelfwatchHost, startHost } from "./start-host.ts";

/** In this stage rows get the same ids in each recording, and waits are short. */
const stage: Stage = {
  ...quietLocal,
  keywords: local.keywords,
  sync: { ...quietLocal.sync, leaseSeconds: 2, leaseRenewalMs: 500 },
  schedules: { ...quietLocal.schedules, resendSyncs: "rate(1 second)", resendCharts: "rate(1 second)" },
};

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "functions", "documentation", "examples");

console.log("Recording two days of a service on this machine; this takes a minute or two.");
const examples = await recordExamples();
for (const file of await readdir(folder)) await rm(join(folder, file));
for (const example of examples) {
  const file = `${example.operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;
  await writeFile(join(folder, file), JSON.stringify(example));
}
await promisify(execFile)(join(root, "node_modules", ".bin", "biome"), ["format", "--write", folder]);
console.log(`Recorded ${examples.length} operations in functions/documentation/examples.`);

async function recordExamples(): Promise<readonly OperationExample[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-examples-"));
  const recorder = createRecorder();
  try {
    for (const [day, live] of [liveYesterday, liveToday].entries()) {
      const host = await startHost({ dataDir, stage, day });
      recorder.connect(host.url);
      await live(recorder, storyHost(host)).finally(host.stop);
    }
    return makeStable(recorder.examples());
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function storyHost(host: ShelfwatchHost) {
  const { simulator } = host;
  if (simulator === undefined) throw new TypeError("The examples are recorded from the simulated stores.");
  return {
    simulator,
    async operate(operation: string, event: object) {
      const outcome = await host.invoke(operation, event);
      if (!outcome.ok) throw new Error(`${operation} failed.`);
    },
  };
}
