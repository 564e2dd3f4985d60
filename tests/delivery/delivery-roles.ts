import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

import { isObject, resolveValue, type Template } from "../../infra/templates/template.ts";

/** The template of the roles, which is read as CloudFormation reads it. */
export const template: Template & { readonly Conditions: Readonly<Record<string, unknown>> } = parse(
  readFileSync(join(import.meta.dirname, "../../infra/delivery/roles.yaml"), "utf8"),
);

export const PREFIX = "repo:octo@1/shelfwatch@2";
export const ISSUER = "token.actions.githubusercontent.com";
export const stages = ["dev", "prod"] as const;
type StageName = (typeof stages)[number];

const equality = z.object({ "Fn::Equals": z.tuple([z.unknown(), z.unknown()]) });
const choice = z.tuple([z.string(), z.unknown(), z.unknown()]);

/** Returns a value of the template for a stage, conditions decided and intrinsic functions resolved. */
export function resolveFor(stage: StageName, provider: "create" | "existing", value: unknown): unknown {
  const parameters: Readonly<Record<string, string>> = {
    Stage: stage,
    SubjectPrefix: PREFIX,
    Provider: provider,
    "AWS::AccountId": "111111111111",
    "AWS::Partition": "aws",
    "AWS::Region": "eu-central-1",
  };
  const unknown = () => undefined;
  const names = { ref: (name: string) => parameters[name], attribute: unknown, importValue: unknown };
  const holds = (condition: string) => {
    const [left, right] = equality.parse(template.Conditions[condition])["Fn::Equals"];
    return resolveValue(left, names) === resolveValue(right, names);
  };
  const decide = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(decide);
    if (!isObject(one)) return one;
    if (!("Fn::If" in one)) return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, decide(item)]));
    const [condition, yes, no] = choice.parse(one["Fn::If"]);
    return decide(holds(condition) ? yes : no);
  };
  return resolveValue(decide(value), names);
}

const oneOrMore = z.union([z.array(z.string()), z.string().transform((one) => [one])]);
const roleSchema = z.strictObject({
  RoleName: z.string(),
  Description: z.string(),
  MaxSessionDuration: z.number().optional(),
  AssumeRolePolicyDocument: z.strictObject({
    Version: z.literal("2012-10-17"),
    Statement: z.tuple([
      z.strictObject({
        Effect: z.literal("Allow"),
        Action: z.literal("sts:AssumeRoleWithWebIdentity"),
        Principal: z.strictObject({ Federated: z.literal(`arn:aws:iam::111111111111:oidc-provider/${ISSUER}`) }),
        // By equality alone: no other operator, and no other claim.
        Condition: z.strictObject({
          StringEquals: z.strictObject({
            [`${ISSUER}:aud`]: z.literal("sts.amazonaws.com"),
            [`${ISSUER}:sub`]: oneOrMore,
          }),
        }),
      }),
    ]),
  }),
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(
    z.strictObject({
      PolicyName: z.string(),
      PolicyDocument: z.strictObject({
        Version: z.literal("2012-10-17"),
        Statement: z.array(
          z.strictObject({
            Sid: z.string(),
            Effect: z.enum(["Allow", "Deny"]),
            Action: oneOrMore,
            Resource: oneOrMore,
          }),
        ),
      }),
    }),
  ),
});

export type DeliveryRole = z.infer<typeof roleSchema>;

export function rolesOf(stage: StageName) {
  const found = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::IAM::Role");
  return found.map(({ Properties }) => roleSchema.parse(resolveFor(stage, "create", Properties)));
}
