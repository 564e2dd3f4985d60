import { setTimeout as wait } from "node:timers/promises";
import type { Invocation } from "./aws-client.ts";
import { functionName } from "./constructs/function-name.ts";
import type { Stage } from "./stage.ts";

export type Visits = {
  readonly stage: Stage;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
  /** Returns the error of the function, or undefined if it succeeded. Throws when it could not be invoked. */
  readonly invoke: (call: Invocation) => Promise<string | undefined>;
  readonly intervalMs?: number;
};

/** The alarm needs two failures within five minutes. */
const INTERVAL_MS = 60_000;
/** A visit takes seconds, and its function ends after two minutes. */
const VISIT_TIMEOUT_MS = 130_000;

/**
 * Raises an alarm on a faulty release even without users. Visits search no store, which would count against its budget.
 */
export async function visitWhile({ stage, signal, say, invoke, intervalMs = INTERVAL_MS }: Visits): Promise<void> {
  const name = functionName(stage, "visit-api");
  const call = { functionName: name, event: { searches: "off" }, timeoutMs: VISIT_TIMEOUT_MS };
  while (!signal.aborted) {
    try {
      const error = await invoke(call);
      if (error !== undefined) say(`A visit of the API failed: ${error}`);
    } catch (error) {
      const reason = error instanceof Error ? error.name : String(error);
      say(`${name} could not be invoked (${reason}): without users' requests no alarm undoes this step.`);
      return;
    }
    // The abort ends the wait, and is no error.
    await wait(intervalMs, undefined, { signal }).catch(() => {});
  }
}
