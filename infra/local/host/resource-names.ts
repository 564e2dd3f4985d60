import { isObject, type Names, resolveValue, type Template } from "../../templates/template.ts";
import { type FoundResource, keyOf } from "./resource-types.ts";

export const LOCAL_REGION = "us-east-1";
export const LOCAL_ACCOUNT = "000000000000";

/** Addresses that are known once the host listens. */
export type LocalAddresses = {
  readonly apiUrl: string;
  readonly queueUrl: (queueName: string) => string;
  /** By key of the function URL resource. */
  readonly functionUrl: (key: string) => string;
  /** Of resources that the host does not run. Default: none. */
  readonly attributeBesides?: (type: string, name: string) => string | undefined;
};

const pseudoParameters: Readonly<Record<string, string>> = {
  "AWS::AccountId": LOCAL_ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::Region": LOCAL_REGION,
  "AWS::URLSuffix": "amazonaws.com",
};

export type NamesOf = (stack: string) => Names;

/** Returns, for each stack, a function that resolves references to hosted resources. */
export function nameResources(
  templates: Readonly<Record<string, Template>>,
  resources: readonly FoundResource[],
  addresses: LocalAddresses,
): NamesOf {
  const named = new Map(resources.map((found) => [keyOf(found), found]));
  const namesOf: NamesOf = (stack) => ({
    ref: (logicalId) => {
      const found = named.get(`${stack}/${logicalId}`);
      return found ? refOf(found, addresses) : pseudoParameters[logicalId];
    },
    attribute: (logicalId, name) => {
      const found = named.get(`${stack}/${logicalId}`);
      if (found) return attributeOf(found, name, addresses);
      return addresses.attributeBesides?.(templates[stack]?.Resources[logicalId]?.Type ?? "", name);
    },
    importValue: (name) => importValue(templates, name, namesOf),
    stackOutput: (home, name) => {
      const output = templates[home]?.Outputs?.[name];
      if (!output) throw new Error(`Stack ${home} has no output ${name}`);
      return resolveValue(output.Value, namesOf(home));
    },
  });
  return namesOf;
}

function refOf(found: FoundResource, addresses: LocalAddresses): string {
  switch (found.resource.Type) {
    case "AWS::SQS::Queue":
      return addresses.queueUrl(queueName(found));
    case "AWS::SecretsManager::Secret":
      return secretArn(found);
    case "AWS::Lambda::Function":
      // On AWS this is the name. The host identifies functions by ARN alone.
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

/** Policies of other stacks refer to a function by the name that it has been given. */
export function functionArn(found: FoundResource): string {
  const { FunctionName } = found.resource.Properties ?? {};
  const name = typeof FunctionName === "string" ? FunctionName : functionName(found);
  return `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${name}`;
}

/** Returns the construct's path in kebab-case, without shared parts: `list-apps`, `sync-tracked-ios-consumer`. */
export function functionName({ resource, logicalId }: FoundResource): string {
  const path = isObject(resource.Metadata) ? resource.Metadata["aws:cdk:path"] : undefined;
  if (typeof path !== "string") return logicalId;
  const parts = path.split("/").slice(1);
  const own = parts.filter((part) => !["Function", "Resource", "Handler", "Worker"].includes(part));
  return own
    .join("-")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase();
}

export function secretArn({ logicalId }: FoundResource): string {
  return `arn:aws:secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT}:secret:${logicalId}`;
}

export function ruleArn({ logicalId }: FoundResource): string {
  return `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/${logicalId}`;
}
