import * as z from "zod";

import type { FoundResource } from "./resource-types.ts";

/** A rule of EventBridge that publishes events to a topic. */
const eventRule = z.strictObject({
  EventPattern: z.looseObject({ source: z.array(z.string().startsWith("aws.")).min(1) }),
  State: z.enum(["ENABLED", "DISABLED"]),
  Targets: z.array(z.strictObject({ Id: z.string(), Arn: z.unknown(), InputTransformer: z.unknown().optional() })),
});

/** Returns whether a rule waits for what AWS alone reports, such as the state of an alarm, which never comes here. */
export function matchesEventsOfAws({ resource }: FoundResource): boolean {
  return eventRule.safeParse(resource.Properties).success;
}
