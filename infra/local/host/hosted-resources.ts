import * as z from "zod";

import { type Names, type Resource, resolveValue, type Template } from "../../templates/template.ts";

/** The types that this host runs, each with the properties that change nothing on one machine. */
const hostedTypes: Readonly<Record<string, readonly string[]>> = {
  // The host has one API, one address of it, and no log of its requests.
  "AWS::ApiGatewayV2::Api": ["Description", "DisableExecuteApiEndpoint", "Name", "Tags"],
  "AWS::ApiGatewayV2::Integration": ["ApiId", "Description"],
  "AWS::ApiGatewayV2::Route": ["ApiId"],
  "AWS::ApiGatewayV2::Stage": ["AccessLogSettings", "ApiId", "Description", "Tags"],
  "AWS::Events::Rule": ["Description", "Name"],
  "AWS::IAM::Policy": ["PolicyName"],
  "AWS::IAM::Role": ["Description", "Tags"],
  "AWS::Lambda::EventSourceMapping": ["Tags"],
  // The code is the bundle of the entry, the log is a file, and nothing lies in a network.
  "AWS::Lambda::Function": [
    "Architectures",
    "Code",
    "Description",
    "LoggingConfig",
    "RecursiveLoop",
    "Tags",
    "TracingConfig",
    "VpcConfig",
  ],
  "AWS::Lambda::Permission": [],
  "AWS::Lambda::Url": [],
  "AWS::Lambda::Version": ["Description"],
  // Policies of queues require TLS, which nothing here uses.
  "AWS::SQS::Queue": ["KmsMasterKeyId", "QueueName", "RedriveAllowPolicy", "SqsManagedSseEnabled", "Tags"],
  "AWS::SSM::Parameter": [],
  "AWS::SecretsManager::Secret": ["Description", "KmsKeyId", "Name", "Tags"],
  // The host runs the function itself, before all others.
  "Custom::Trigger": ["ExecuteOnHandlerChange", "InvocationType", "ServiceToken", "Timeout"],
};

const typesWithoutLocalEffect = new Set([
  "AWS::Budgets::Budget",
  "AWS::CDK::Metadata",
  "AWS::CloudWatch::Alarm",
  "AWS::CloudWatch::Dashboard",
  "AWS::EC2::EgressOnlyInternetGateway",
  "AWS::EC2::InternetGateway",
  "AWS::EC2::Route",
  "AWS::EC2::RouteTable",
  "AWS::EC2::SecurityGroup",
  "AWS::EC2::SecurityGroupEgress",
  "AWS::EC2::SecurityGroupIngress",
  "AWS::EC2::Subnet",
  "AWS::EC2::SubnetRouteTableAssociation",
  "AWS::EC2::VPC",
  "AWS::EC2::VPCCidrBlock",
  "AWS::EC2::VPCGatewayAttachment",
  "AWS::Lambda::EventInvokeConfig",
  "AWS::Logs::LogGroup",
  "AWS::Logs::MetricFilter",
  "AWS::Logs::QueryDefinition",
  "AWS::SNS::Subscription",
  "AWS::SNS::Topic",
  "AWS::SNS::TopicPolicy",
  "AWS::SQS::QueuePolicy",
]);

/** The CDK's own function that runs a Custom::Trigger, which the host does itself. */
const TRIGGER_PROVIDER = /^AWSCDKTriggerCustomResourceProvider/;

export type FoundResource = { readonly stack: string; readonly logicalId: string; readonly resource: Resource };

/** Leaves out types without an effect here. Throws on a condition, and on an unknown type that is not in `besides`. */
export function listHostedResources(
  templates: Readonly<Record<string, Template>>,
  besides: (type: string) => boolean = () => false,
): readonly FoundResource[] {
  const found = Object.entries(templates).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).map(([logicalId, resource]) => ({ stack, logicalId, resource })),
  );
  for (const { stack, logicalId, resource } of found) {
    if (resource.Type in hostedTypes || typesWithoutLocalEffect.has(resource.Type) || besides(resource.Type)) continue;
    throw new Error(`The local host does not know ${resource.Type} (${logicalId} in ${stack})`);
  }
  const hosted = found.filter(
    ({ logicalId, resource }) => resource.Type in hostedTypes && !TRIGGER_PROVIDER.test(logicalId),
  );
  for (const { stack, logicalId, resource } of hosted) {
    if (resource.Condition === undefined) continue;
    throw new Error(`The local host does not know the condition ${resource.Condition} of ${logicalId} in ${stack}`);
  }
  return hosted;
}

export function ofType(resources: readonly FoundResource[], type: string): readonly FoundResource[] {
  return resources.filter(({ resource }) => resource.Type === type);
}

export function keyOf({ stack, logicalId }: Pick<FoundResource, "stack" | "logicalId">): string {
  return `${stack}/${logicalId}`;
}

export type NamesOf = (stack: string) => Names;

export type Reader = <Schema extends z.ZodObject>(found: FoundResource, schema: Schema) => z.infer<Schema>;

export function createReader(namesOf: NamesOf): Reader {
  return (found, schema) => {
    rejectUnknown(found, schema);
    const honoured = Object.entries(found.resource.Properties ?? {}).filter(([name]) => name in schema.shape);
    const parsed = schema.safeParse(resolveValue(Object.fromEntries(honoured), namesOf(found.stack)));
    if (parsed.success) return parsed.data;
    throw new Error(`The local host cannot run ${keyOf(found)}: ${z.prettifyError(parsed.error)}`);
  };
}

export function rejectUnknown(found: FoundResource, { shape }: z.ZodObject): void {
  const { Properties = {}, Type } = found.resource;
  const unknown = Object.keys(Properties).filter((name) => !(name in shape) && !hostedTypes[Type]?.includes(name));
  if (unknown.length === 0) return;
  throw new Error(`The local host does not know ${unknown.join(", ")} of ${keyOf(found)}, a ${Type}`);
}

const eventRule = z.strictObject({
  EventPattern: z.looseObject({ source: z.array(z.string().startsWith("aws.")).min(1) }),
  State: z.enum(["ENABLED", "DISABLED"]),
  Targets: z.array(z.strictObject({ Id: z.string(), Arn: z.unknown(), InputTransformer: z.unknown().optional() })),
});

/** Returns whether a rule matches only events of AWS, such as an alarm's state, which this host never emits. */
export function matchesEventsOfAws({ resource }: FoundResource): boolean {
  return eventRule.safeParse(resource.Properties).success;
}
