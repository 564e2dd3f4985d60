import * as z from "zod";

import type { Reader } from "./honoured-properties.ts";
import { type FoundResource, keyOf, ofType } from "./resource-types.ts";

/** The schema rejects managed policies, inline policies and boundaries, since the host does not read their rights. */
const roleProperties = z.object({
  AssumeRolePolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.literal("Allow"),
        Action: z.literal("sts:AssumeRole"),
        Principal: z.object({ Service: z.string() }),
      }),
    ),
  }),
});

const functionProperties = z.object({
  Role: z.object({ "Fn::GetAtt": z.tuple([z.string(), z.literal("Arn")]) }),
});

export function roleOf(found: FoundResource): string {
  return functionProperties.parse(found.resource.Properties).Role["Fn::GetAtt"][0];
}

/** Throws if Lambda may not assume a function's role, or if the role has rights that its policies do not show. */
export function checkRoles(resources: readonly FoundResource[], read: Reader): void {
  const roles = new Map(ofType(resources, "AWS::IAM::Role").map((found) => [keyOf(found), found]));
  for (const found of ofType(resources, "AWS::Lambda::Function")) {
    const role = roles.get(keyOf({ stack: found.stack, logicalId: roleOf(found) }));
    if (role === undefined) throw new Error(`${keyOf(found)} has no role`);
    const { Statement } = read(role, roleProperties).AssumeRolePolicyDocument;
    if (Statement.some(({ Principal }) => Principal.Service === "lambda.amazonaws.com")) continue;
    throw new Error(`Lambda may not assume the role of ${keyOf(found)}`);
  }
}
