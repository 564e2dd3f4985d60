import { resolveValue, type Template } from "../../templates/template.ts";
import { type FoundResource, keyOf, type NamesOf, ofType } from "./hosted-resources.ts";

export const LOCAL_REGION = "us-east-1";
export const LOCAL_ACCOUNT = "000000000000";

export type LocalAddresses = {
  readonly apiUrl: string;
  readonly queueUrl: (queueName: string) => string;
  readonly functionUrl: (key: string) => string;
  readonly attributeBesides?: (type: string, name: string) => string | undefined;
};

const pseudoParameters: Readonly<Record<string, string>> = {
  "AWS::AccountId": LOCAL_ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::Region": LOCAL_REGION,
  "AWS::URLSuffix": "amazonaws.com",
};

export function nameResources(
  templates: Readonly<Record<string, Template>>,
  resources: readonly FoundResource[],
  addresses: LocalAddresses,
): NamesOf {
  const named = new Map(resources.map((found) => [keyOf(found), found]));
  const namesOf: NamesOf = (stack) => ({
    ref: (logicalId) => {
      const found = named.get(`${stack}/${logicalId}`);
      if (found) return refOf(found, addresses);
      const parameter = templates[stack]?.Parameters?.[logicalId];
      return parameter ? readParameter(parameter, resources, namesOf) : pseudoParameters[logicalId];
    },
    attribute: (logicalId, name) => {
      const found = named.get(`${stack}/${logicalId}`);
      if (found) return attributeOf(found, name, addresses);
      return addresses.attributeBesides?.(templates[stack]?.Resources[logicalId]?.Type ?? "", name);
    },
    importValue: (name) => importValue(templates, name, namesOf),
  });
  return namesOf;
}

/** The default of a parameter is the name under which another stack keeps a value in Systems Manager. */
function readParameter(
  { Type, Default }: NonNullable<Template["Parameters"]>[string],
  resources: readonly FoundResource[],
  namesOf: NamesOf,
): string {
  if (Type !== "AWS::SSM::Parameter::Value<String>")
    throw new Error(`The local host does not know parameters of ${Type}`);
  const kept = ofType(resources, "AWS::SSM::Parameter").find(({ resource }) => resource.Properties?.Name === Default);
  if (!kept) throw new Error(`No stack keeps the parameter ${String(Default)}`);
  return String(resolveValue(kept.resource.Properties?.Value, namesOf(kept.stack)));
}

function refOf(found: FoundResource, addresses: LocalAddresses): string {
  switch (found.resource.Type) {
    case "AWS::SQS::Queue":
      return addresses.queueUrl(queueName(found));
    case "AWS::SecretsManager::Secret":
      return secretArn(found);
    case "AWS::Lambda::Function":
      // On AWS this is the name. The host identifies functions by ARN only.
      return functionArn(found);
    case "AWS::Lambda::Version":
      return keyOf(found);
    default:
      return found.logicalId;
  }
}

function attributeOf(found: FoundResource, name: string, addresses: LocalAddresses): string | undefined {
  switch (`${found.resource.Type} ${name}`) {
    case "AWS::Lambda::Function Arn":
      return functionArn(found);
    case "AWS::IAM::Role Arn":
      return keyOf(found);
    case "AWS::Lambda::Url FunctionUrl":
      return addresses.functionUrl(keyOf(found));
    case "AWS::SQS::Queue Arn":
      return queueArn(queueName(found));
    case "AWS::SQS::Queue QueueName":
      return queueName(found);
    case "AWS::Events::Rule Arn":
      return ruleArn(found);
    case "AWS::ApiGatewayV2::Api ApiEndpoint":
      return addresses.apiUrl;
    default:
      return undefined;
  }
}

function importValue(templates: Readonly<Record<string, Template>>, name: string, namesOf: NamesOf): unknown {
  for (const [stack, { Outputs = {} }] of Object.entries(templates)) {
    const output = Object.values(Outputs).find((candidate) => candidate.Export?.Name === name);
    if (output) return resolveValue(output.Value, namesOf(stack));
  }
  throw new Error(`No stack exports ${name}`);
}

export function queueName({ resource, logicalId }: FoundResource): string {
  return String(resource.Properties?.QueueName ?? logicalId);
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
}

/** The ARN contains the given name, by which policies of other stacks refer to a function. */
export function functionArn(found: FoundResource): string {
  return `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${fullName(found)}`;
}

/** Returns the name in AWS without the stage's prefix: `list-apps`, `sync-tracked-ios-consumer`. */
export function functionName(found: FoundResource): string {
  return fullName(found).replace(/^shelfwatch-[^-]+-/, "");
}

function fullName({ resource, logicalId }: FoundResource): string {
  return String(resource.Properties?.FunctionName ?? logicalId);
}

export function secretArn({ logicalId }: FoundResource): string {
  return `arn:aws:secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT}:secret:${logicalId}`;
}

export function ruleArn({ logicalId }: FoundResource): string {
  return `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/${logicalId}`;
}
