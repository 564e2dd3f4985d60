import * as z from "zod";

import type { Reader } from "./honoured-properties.ts";
import { type FoundResource, ofType } from "./resource-types.ts";
import { isLike } from "./wildcards.ts";

const permissionProperties = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

type Invocation = {
  readonly functionArn: string;
  /** `events.amazonaws.com` */
  readonly service: string;
  readonly sourceArn: string;
};

/** Says whether a service of AWS may invoke a function on behalf of a rule or a route. */
export type MayInvoke = (invocation: Invocation) => boolean;

/** Returns which services may invoke which functions, by the permissions of the templates. */
export function readInvokePermissions(resources: readonly FoundResource[], read: Reader): MayInvoke {
  const permissions = ofType(resources, "AWS::Lambda::Permission").map((found) => read(found, permissionProperties));
  return ({ functionArn, service, sourceArn }) =>
    permissions.some(
      ({ Action, FunctionName, Principal, SourceArn = "*" }) =>
        isLike("lambda:InvokeFunction", Action) &&
        FunctionName === functionArn &&
        Principal === service &&
        isLike(sourceArn, SourceArn),
    );
}
