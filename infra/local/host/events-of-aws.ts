import * as z from "zod";

import type { FoundResource } from "./resource-types.ts";

const eventRule = z.strictObject({
  EventPattern: z.looseObject({ source: z.array(z.string().startsWith("aws.")).min(1) }),
  State: z.enum(["ENABLED", "DISABLED"]),
  Targets: z.array(z.strictObject({ Id: z.string(), Arn: z.unknown(), InputTransformer: z.unknown().optional() })),
});

/** Returns whether a rule matches only events of AWS, such as an alarm's state, which this host never emits. */
export function matchesEventsOfAws({ resource }: FoundResource): boolean {
  return eventRule.safeParse(resource.Properties).success;
}
