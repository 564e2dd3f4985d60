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

export type MayInvoke = (invocation: Invocation) => boolean;

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
