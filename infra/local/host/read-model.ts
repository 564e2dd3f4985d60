import * as z from "zod";

import { ENTRY_METADATA, RUN_AT_START_METADATA } from "../../templates/metadata.ts";
import {
  createReader,
  type FoundResource,
  keyOf,
  matchesEventsOfAws,
  type NamesOf,
  ofType,
  type Reader,
} from "./hosted-resources.ts";
import type { HostedFunction, HostedQueue, HostedSchedule, HostedSecret, HostedSource, Model } from "./model.ts";
import { checkRoles, type MayInvoke, readIdentityPolicies, readInvokePermissions } from "./policies.ts";
import { readCors, readRoutes, readThrottles } from "./read-routes.ts";
import { functionArn, functionName, queueName, ruleArn, secretArn } from "./resource-names.ts";

/** Throws on an unresolved reference, on an invalid or unknown property, and on a role that lacks a right. */
export function readModel(resources: readonly FoundResource[], namesOf: NamesOf): Model {
  const read = createReader(namesOf);
  const all = <Hosted>(type: string, readOne: (found: FoundResource, read: Reader) => Hosted) =>
    ofType(resources, type).map((found) => readOne(found, read));
  const mayInvoke = readInvokePermissions(resources, read);
  checkRoles(resources, read);
  for (const kept of ofType(resources, "AWS::SSM::Parameter")) read(kept, parameterProperties);
  const roleAllows = readIdentityPolicies(resources, namesOf);

  return {
    functions: all("AWS::Lambda::Function", readFunction),
    routes: readRoutes(resources, read, mayInvoke),
    throttles: readThrottles(resources, read),
    cors: readCors(resources, read),
    functionUrls: all("AWS::Lambda::Url", readFunctionUrl),
    queues: all("AWS::SQS::Queue", readQueue),
    sources: all("AWS::Lambda::EventSourceMapping", (found) => readSource(found, read, roleAllows)).flat(),
    schedules: ofType(resources, "AWS::Events::Rule")
      .filter((found) => !matchesEventsOfAws(found))
      .flatMap((found) => readSchedule(found, read, mayInvoke)),
    secrets: all("AWS::SecretsManager::Secret", readSecret),
    triggers: readTriggers(resources, read),
    roleAllows,
  };
}

const parameterProperties = z.object({ Name: z.string(), Type: z.literal("String"), Value: z.string() });

const functionProperties = z.object({
  Runtime: z.literal("nodejs24.x"),
  Handler: z.literal("index.handler"),
  FunctionName: z.string().optional(),
  Role: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  MemorySize: z.number().default(128),
  Timeout: z.number().default(3),
  ReservedConcurrentExecutions: z.number().optional(),
});

function readFunction(found: FoundResource, read: Reader): HostedFunction {
  const properties = read(found, functionProperties);
  return {
    name: functionName(found),
    givenName: properties.FunctionName,
    arn: functionArn(found),
    entry: z.string().parse(found.resource.Metadata?.[ENTRY_METADATA], { error: () => `${keyOf(found)} has no entry` }),
    variables: properties.Environment.Variables,
    memoryMb: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    reservedConcurrency: properties.ReservedConcurrentExecutions,
  };
}

const urlProperties = z.object({
  TargetFunctionArn: z.string(),
  AuthType: z.enum(["AWS_IAM", "NONE"]),
  InvokeMode: z.literal("BUFFERED").optional(),
});

function readFunctionUrl(found: FoundResource, read: Reader) {
  const { TargetFunctionArn, AuthType } = read(found, urlProperties);
  return { key: keyOf(found), functionArn: TargetFunctionArn, authType: AuthType };
}

const queueProperties = z.object({
  DelaySeconds: z.number().optional(),
  MessageRetentionPeriod: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
  RedrivePolicy: z.record(z.string(), z.unknown()).optional(),
});

function readQueue(found: FoundResource, read: Reader): HostedQueue {
  const given = Object.entries(read(found, queueProperties)).filter(([, value]) => value !== undefined);
  const attributes = given.map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return { name: queueName(found), attributes: Object.fromEntries(attributes) };
}

const sourceProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().default(10),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).default({ MaximumConcurrency: 2 }),
  Enabled: z.boolean().default(true),
});

const POLLING = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

/** Returns nothing for a mapping that is disabled. AWS rejects one whose function may not read the queue. */
function readSource(found: FoundResource, read: Reader, roleAllows: Model["roleAllows"]): readonly HostedSource[] {
  const properties = read(found, sourceProperties);
  const { EventSourceArn: queueArn, FunctionName: functionArn } = properties;
  const missing = POLLING.find((action) => !roleAllows(functionArn, action, queueArn));
  if (missing !== undefined) throw new Error(`The role of ${functionArn} does not allow ${missing} on ${queueArn}`);
  if (!properties.Enabled) return [];
  return [
    {
      queueName: queueArn.split(":").at(-1) ?? "",
      queueArn,
      functionArn,
      batchSize: properties.BatchSize,
      maxConcurrency: properties.ScalingConfig.MaximumConcurrency,
      reportsBatchItemFailures: properties.FunctionResponseTypes.includes("ReportBatchItemFailures"),
    },
  ];
}

/** Retries have no effect here. */
const ruleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      Input: z.string().optional(),
      RetryPolicy: z.unknown().optional(),
    }),
  ),
});

/** Returns nothing for a rule that is disabled. A target that EventBridge may not invoke is left out, as AWS does. */
function readSchedule(found: FoundResource, read: Reader, mayInvoke: MayInvoke): readonly HostedSchedule[] {
  const { ScheduleExpression, State, Targets } = read(found, ruleProperties);
  if (State === "DISABLED") return [];
  const arn = ruleArn(found);
  const targets = Targets.map(({ Arn, Input }) => ({ functionArn: Arn, input: Input }));
  return [
    {
      arn,
      expression: ScheduleExpression,
      targets: targets.filter(({ functionArn }) =>
        mayInvoke({ functionArn, service: "events.amazonaws.com", sourceArn: arn }),
      ),
      runsAtStart: found.resource.Metadata?.[RUN_AT_START_METADATA] === true,
    },
  ];
}

const secretProperties = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .strictObject({
      SecretStringTemplate: z.string().optional(),
      GenerateStringKey: z.string().optional(),
      PasswordLength: z.number().default(32),
      /** The host's passwords have only letters and digits. */
      ExcludeCharacters: z.string().optional(),
      ExcludePunctuation: z.boolean().optional(),
    })
    .optional(),
});

function readSecret(found: FoundResource, read: Reader): HostedSecret {
  const { SecretString, GenerateSecretString } = read(found, secretProperties);
  return {
    arn: secretArn(found),
    value: SecretString,
    generate: GenerateSecretString && {
      template: GenerateSecretString.SecretStringTemplate,
      key: GenerateSecretString.GenerateStringKey,
      length: GenerateSecretString.PasswordLength,
    },
  };
}

const triggerProperties = z.object({ HandlerArn: z.string() });
const versionProperties = z.object({ FunctionName: z.string() });

/** A trigger refers to a version of its function. */
function readTriggers(resources: readonly FoundResource[], read: Reader): readonly string[] {
  return ofType(resources, "Custom::Trigger").map((trigger) => {
    const { HandlerArn } = read(trigger, triggerProperties);
    const version = ofType(resources, "AWS::Lambda::Version").find((candidate) => keyOf(candidate) === HandlerArn);
    if (!version) return HandlerArn;
    return read(version, versionProperties).FunctionName;
  });
}
