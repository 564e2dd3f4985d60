import * as z from "zod";

import type { Resource, Template } from "../../templates/template.ts";

const hostedTypes = new Set([
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::Integration",
  "AWS::ApiGatewayV2::Route",
  "AWS::ApiGatewayV2::Stage",
  "AWS::Events::Rule",
  "AWS::IAM::Policy",
  "AWS::IAM::Role",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::Function",
  "AWS::Lambda::Permission",
  "AWS::Lambda::Url",
  "AWS::Lambda::Version",
  "AWS::SQS::Queue",
  "AWS::SSM::Parameter",
  "AWS::SecretsManager::Secret",
  "Custom::Trigger",
]);

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
    if (hostedTypes.has(resource.Type) || typesWithoutLocalEffect.has(resource.Type) || besides(resource.Type))
      continue;
    throw new Error(`The local host does not know ${resource.Type} (${logicalId} in ${stack})`);
  }
  const hosted = found.filter(
    ({ logicalId, resource }) => hostedTypes.has(resource.Type) && !TRIGGER_PROVIDER.test(logicalId),
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

const eventRule = z.strictObject({
  EventPattern: z.looseObject({ source: z.array(z.string().startsWith("aws.")).min(1) }),
  State: z.enum(["ENABLED", "DISABLED"]),
  Targets: z.array(z.strictObject({ Id: z.string(), Arn: z.unknown(), InputTransformer: z.unknown().optional() })),
});

/** Returns whether a rule matches only events of AWS, such as an alarm's state, which this host never emits. */
export function matchesEventsOfAws({ resource }: FoundResource): boolean {
  return eventRule.safeParse(resource.Properties).success;
}
