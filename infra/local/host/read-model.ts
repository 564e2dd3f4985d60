import * as z from "zod";

import { ENTRY_METADATA, RUN_AT_START_METADATA } from "../../templates/metadata.ts";
import { resolveValue } from "../../templates/template.ts";
import { apiProperties } from "./cors.ts";
import type {
  HostedFunction,
  HostedQueue,
  HostedRoute,
  HostedSchedule,
  HostedSecret,
  HostedSource,
  Model,
} from "./model.ts";
import { functionArn, functionName, type NamesOf, queueName, ruleArn, secretArn } from "./resource-names.ts";
import { type FoundResource, keyOf, ofType } from "./resource-types.ts";

/** Resolves and checks the properties of a resource that the schema names; the others have no effect here. */
type Reader = <Schema extends z.ZodObject>(found: FoundResource, schema: Schema) => z.infer<Schema>;

/** Reads the resources that the host runs. Throws on an unresolved reference or an invalid property. */
export function readModel(resources: readonly FoundResource[], namesOf: NamesOf): Model {
  const read: Reader = (found, schema) => {
    const given = Object.entries(found.resource.Properties ?? {}).filter(([name]) => name in schema.shape);
    const parsed = schema.safeParse(resolveValue(Object.fromEntries(given), namesOf(found.stack)));
    if (parsed.success) return parsed.data;
    throw new Error(`The local host cannot run ${keyOf(found)}: ${z.prettifyError(parsed.error)}`);
  };
  const all = <Hosted>(type: string, readOne: (found: FoundResource, read: Reader) => Hosted) =>
    ofType(resources, type).map((found) => readOne(found, read));

  return {
    functions: all("AWS::Lambda::Function", readFunction),
    routes: readRoutes(resources, read),
    cors: all("AWS::ApiGatewayV2::Api", (found) => read(found, apiProperties).CorsConfiguration)[0],
    functionUrls: all("AWS::Lambda::Url", readFunctionUrl),
    queues: all("AWS::SQS::Queue", readQueue),
    sources: all("AWS::Lambda::EventSourceMapping", readSource),
    schedules: all("AWS::Events::Rule", readSchedule),
    secrets: all("AWS::SecretsManager::Secret", readSecret),
    triggers: readTriggers(resources, read),
  };
}

const functionProperties = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  MemorySize: z.number().default(128),
  Timeout: z.number().default(3),
  ReservedConcurrentExecutions: z.number().optional(),
});

function readFunction(found: FoundResource, read: Reader): HostedFunction {
  const properties = read(found, functionProperties);
  return {
    name: functionName(found),
    arn: functionArn(found),
    entry: z.string().parse(found.resource.Metadata?.[ENTRY_METADATA], { error: () => `${keyOf(found)} has no entry` }),
    variables: properties.Environment.Variables,
    memoryMb: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    reservedConcurrency: properties.ReservedConcurrentExecutions,
  };
}

const routeProperties = z.object({ RouteKey: z.string(), Target: z.string() });
const integrationProperties = z.object({
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: z.number().default(30_000),
});

function readRoutes(resources: readonly FoundResource[], read: Reader): readonly HostedRoute[] {
  const integrations = ofType(resources, "AWS::ApiGatewayV2::Integration");
  return ofType(resources, "AWS::ApiGatewayV2::Route").map((route) => {
    const { RouteKey, Target } = read(route, routeProperties);
    const target = integrations.find(
      ({ stack, logicalId }) => stack === route.stack && Target === `integrations/${logicalId}`,
    );
    if (!target) throw new Error(`Route ${RouteKey} has no integration`);
    const { IntegrationUri, TimeoutInMillis } = read(target, integrationProperties);
    return { routeKey: RouteKey, functionArn: IntegrationUri, timeoutMs: TimeoutInMillis };
  });
}

const urlProperties = z.object({ TargetFunctionArn: z.string(), AuthType: z.enum(["AWS_IAM", "NONE"]) });

function readFunctionUrl(found: FoundResource, read: Reader) {
  const { TargetFunctionArn, AuthType } = read(found, urlProperties);
  return { key: keyOf(found), functionArn: TargetFunctionArn, authType: AuthType };
}

/** Properties that are named like SQS attributes. Encryption and policies have no effect here. */
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
  FilterCriteria: z.undefined().optional(),
});

function readSource(found: FoundResource, read: Reader): HostedSource {
  const properties = read(found, sourceProperties);
  return {
    queueName: properties.EventSourceArn.split(":").at(-1) ?? "",
    queueArn: properties.EventSourceArn,
    functionArn: properties.FunctionName,
    batchSize: properties.BatchSize,
    maxConcurrency: properties.ScalingConfig.MaximumConcurrency,
    reportsBatchItemFailures: properties.FunctionResponseTypes.includes("ReportBatchItemFailures"),
  };
}

const ruleProperties = z.object({
  ScheduleExpression: z.string(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })),
});

function readSchedule(found: FoundResource, read: Reader): HostedSchedule {
  const { ScheduleExpression, Targets } = read(found, ruleProperties);
  return {
    arn: ruleArn(found),
    expression: ScheduleExpression,
    targets: Targets.map(({ Arn, Input }) => ({ functionArn: Arn, input: Input })),
    runsAtStart: found.resource.Metadata?.[RUN_AT_START_METADATA] === true,
  };
}

const secretProperties = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .object({
      SecretStringTemplate: z.string().optional(),
      GenerateStringKey: z.string().optional(),
      PasswordLength: z.number().default(32),
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
