import type { Log } from "../runtime/log.ts";

/** What cannot be sent stays queued in the database, from where a sweeper sends it again; the client need not wait. */
export async function sendOrLeave(
  send: () => Promise<void>,
  unsent: { readonly log: Log; readonly event: string; readonly fields: Readonly<Record<string, unknown>> },
): Promise<void> {
  try {
    await send();
  } catch (error) {
    const errorName = error instanceof Error ? error.name : typeof error;
    unsent.log.warn(unsent.event, { ...unsent.fields, errorName });
  }
}
