import * as z from "zod";
import { resolveValue } from "../../templates/template.ts";
import { functionArn, type NamesOf } from "./resource-names.ts";
import { type FoundResource, ofType } from "./resource-types.ts";

/** AWS requires both permissions to call a function URL. */
const ACTIONS_TO_CALL = ["lambda:InvokeFunctionUrl", "lambda:InvokeFunction"];

const oneOrMore = z.union([z.array(z.string()), z.string().transform((value) => [value])]);
const reference = z.object({ Ref: z.string() });
const statementSchema = z.object({ Effect: z.literal("Allow"), Action: oneOrMore, Resource: z.unknown() });
const policySchema = z.object({
  Roles: z.array(reference),
  PolicyDocument: z.object({ Statement: z.array(statementSchema) }),
});
const roleSchema = z.object({ Role: z.object({ "Fn::GetAtt": z.tuple([z.string(), z.literal("Arn")]) }) });

export type MayCallUrl = (callerArn: string, targetArn: string) => boolean;

/** Returns which function may call which function URL, by the policies of the templates. */
export function readUrlPermissions(resources: readonly FoundResource[], namesOf: NamesOf): MayCallUrl {
  const rolePolicies = ofType(resources, "AWS::IAM::Policy").map((found) => ({
    stack: found.stack,
    policy: policySchema.parse(found.resource.Properties),
  }));
  const allowed = new Set<string>();

  for (const found of ofType(resources, "AWS::Lambda::Function")) {
    const [role] = roleSchema.parse(found.resource.Properties).Role["Fn::GetAtt"];
    const statements = rolePolicies
      .filter(({ stack, policy }) => stack === found.stack && policy.Roles.some(({ Ref }) => Ref === role))
      .flatMap(({ policy }) => policy.PolicyDocument.Statement);
    for (const target of targetsOf(statements, found.stack, namesOf)) allowed.add(`${functionArn(found)} ${target}`);
  }
  return (callerArn, targetArn) => allowed.has(`${callerArn} ${targetArn}`);
}

type Statement = z.infer<typeof statementSchema>;

function targetsOf(statements: readonly Statement[], stack: string, namesOf: NamesOf): readonly string[] {
  const [viaUrl, plain] = ACTIONS_TO_CALL.map((action) =>
    statements
      .filter(({ Action }) => Action.includes(action))
      .flatMap(({ Resource }) => oneOrMore.parse(resolveValue(Resource, namesOf(stack)))),
  );
  return (viaUrl ?? []).filter((target) => plain?.includes(target));
}
