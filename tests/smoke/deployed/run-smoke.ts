import { enter, leave } from "./account-steps.ts";
import { followSteps, listSteps, searchSteps, syncSteps } from "./app-steps.ts";
import { createClient, SmokeFailure } from "./client.ts";
import { edgeSteps, userEdgeSteps } from "./edge-steps.ts";
import type { SmokeOptions } from "./options.ts";
import type { SmokeContext, Step } from "./step.ts";

type Say = (line: string) => void;

const steps: readonly Step[] = [
  ...edgeSteps,
  enter,
  ...userEdgeSteps,
  ...searchSteps,
  ...followSteps,
  ...listSteps,
  ...syncSteps,
  ...leave,
];

const NAME_WIDTH = Math.max(...steps.map(({ name }) => name.length));

/** Puts a deployed service to its main job over its public API, and says of each step what it saw. Responses the failures. */
export async function runSmoke(options: SmokeOptions, say: Say): Promise<number> {
  const context: SmokeContext = { options, client: createClient(options.url, say), found: { apps: {} } };
  const startedAt = Date.now();
  say(`Smoke test of ${options.url}`);
  let failed = 0;
  for (const [index, step] of steps.entries()) {
    if (await passes(step, context, say)) continue;
    failed += 1;
    if (!step.isVital) continue;
    say(`The ${steps.length - index - 1} steps that follow were not tried.`);
    break;
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  say(failed === 0 ? `All ${steps.length} steps passed in ${seconds} s.` : `${failed} failed, after ${seconds} s.`);
  return failed;
}

async function passes(step: Step, context: SmokeContext, say: Say): Promise<boolean> {
  const name = step.name.padEnd(NAME_WIDTH);
  try {
    say(`ok       ${name}  ${await step.run(context)}`);
    return true;
  } catch (error) {
    if (!(error instanceof SmokeFailure)) throw error;
    say(`FAILED   ${name}  ${error.message}`);
    say(`         ${error.fix}`);
    return false;
  }
}
