import * as z from "zod";

import { resolveValue } from "../../templates/template.ts";
import { type FoundResource, keyOf, type NamesOf, ofType, type Reader, rejectUnknown } from "./hosted-resources.ts";
import { functionArn } from "./resource-names.ts";

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

const functionProperties = z.object({
  Role: z.object({ "Fn::GetAtt": z.tuple([z.string(), z.literal("Arn")]) }),
});

function roleOf(found: FoundResource): string {
  return functionProperties.parse(found.resource.Properties).Role["Fn::GetAtt"][0];
}

/** Services whose calls reach the host. Rights to others, such as logs, have no effect here. */
const SERVICES = ["lambda", "secretsmanager", "sqs"];

const oneOrMore = z.union([z.array(z.string()), z.string().transform((value) => [value])]);
const text = z.union([z.string(), z.boolean()]).transform(String);
const statementSchema = z.strictObject({
  Effect: z.enum(["Allow", "Deny"]),
  Action: oneOrMore,
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), text)).default({}),
  Sid: z.string().optional(),
});
type Statement = z.infer<typeof statementSchema>;

const policyProperties = z.object({
  Roles: z.array(z.object({ Ref: z.string() })),
  PolicyDocument: z.object({ Statement: z.array(statementSchema) }),
});

/** Returns whether a function's role allows an action on a resource. By default, the call is not via a function URL. */
export type RoleAllows = (
  callerArn: string,
  action: string,
  resourceArn: string,
  through?: { readonly isViaUrl: boolean },
) => boolean;

export function readIdentityPolicies(resources: readonly FoundResource[], namesOf: NamesOf): RoleAllows {
  const policies = ofType(resources, "AWS::IAM::Policy").map((found) => {
    rejectUnknown(found, policyProperties);
    return { stack: found.stack, policy: policyProperties.parse(found.resource.Properties) };
  });
  const rights = new Map(
    ofType(resources, "AWS::Lambda::Function").map((found) => {
      const role = roleOf(found);
      const statements = policies
        .filter(({ stack, policy }) => stack === found.stack && policy.Roles.some(({ Ref }) => Ref === role))
        .flatMap(({ policy }) => policy.PolicyDocument.Statement);
      return [functionArn(found), resolveTargets(statements, found.stack, namesOf)] as const;
    }),
  );
  return (callerArn, action, resourceArn, { isViaUrl } = { isViaUrl: false }) => {
    const applying = (rights.get(callerArn) ?? []).filter((right) =>
      applies(right, { callerArn, action, resourceArn, isViaUrl }),
    );
    return applying.length > 0 && applying.every(({ Effect }) => Effect === "Allow");
  };
}

type Right = Statement & { readonly targets: readonly string[] };

function resolveTargets(statements: readonly Statement[], stack: string, namesOf: NamesOf): readonly Right[] {
  const isServed = (action: string) => action === "*" || SERVICES.some((service) => action.startsWith(`${service}:`));
  return statements
    .filter(({ Action }) => Action.some(isServed))
    .map((given) => ({ ...given, targets: oneOrMore.parse(resolveValue(given.Resource, namesOf(stack))) }));
}

type Call = {
  readonly callerArn: string;
  readonly action: string;
  readonly resourceArn: string;
  readonly isViaUrl: boolean;
};

function applies({ Action, Condition, targets }: Right, call: Call): boolean {
  return (
    Action.some((pattern) => isLike(call.action.toLowerCase(), pattern.toLowerCase())) &&
    targets.some((pattern) => isLike(call.resourceArn, pattern)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => holds(operator, contextOf(key, call), wanted)),
    )
  );
}

/** These keys describe a signed call from a function's own code. */
function contextOf(key: string, { callerArn, isViaUrl }: Call): string {
  const values: Readonly<Record<string, string>> = {
    "lambda:FunctionUrlAuthType": isViaUrl ? "AWS_IAM" : "",
    "lambda:InvokedViaFunctionUrl": String(isViaUrl),
    "lambda:SourceFunctionArn": callerArn,
  };
  const value = values[key];
  if (value === undefined) throw new Error(`The local host does not know the condition key ${key}`);
  return value;
}

/** Null requires that a key is absent, and every known key is present. */
function holds(operator: string, value: string, wanted: string): boolean {
  switch (operator) {
    case "StringEquals":
    case "Bool":
      return value === wanted;
    case "Null":
      return wanted === "false";
    default:
      throw new Error(`The local host does not know the condition operator ${operator}`);
  }
}

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

/** Compares a text with a pattern of a policy, in which `*` matches any text and `?` any character. */
function isLike(given: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(given);
}
