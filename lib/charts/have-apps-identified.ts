import type { IdentifyMessage } from "../queues/messages.ts";
import { type IdentifyQueues, leaveToResend } from "../queues/work-queues.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type HaveAppsIdentifiedDependencies = {
  readonly log: Log;
  readonly measure: Measure;
  readonly identifyQueues: IdentifyQueues;
  /** The time in which new apps are gathered before they are identified together. */
  readonly settings: { readonly identifySeconds: number };
};

/** Has the new apps of a storefront identified later. An unsent message is left to the next tick. */
export async function haveAppsIdentified(
  { identifyQueues, log, measure, settings }: HaveAppsIdentifiedDependencies,
  { platform, countryCode, correlationId }: Pick<IdentifyMessage, "platform" | "countryCode" | "correlationId">,
): Promise<void> {
  const message = { v: 1, kind: "identify", platform, countryCode, correlationId } as const;
  await identifyQueues
    .send(platform, [message], { delaySeconds: settings.identifySeconds })
    .catch(leaveToResend({ log, measure }, "chart.message.unsent", message));
}
