import * as z from "zod";

import { resolveValue } from "../../templates/template.ts";
import type { NamesOf } from "./resource-names.ts";
import { type FoundResource, keyOf } from "./resource-types.ts";

/** Properties of hosted types that change nothing on one machine. */
const harmless: Readonly<Record<string, readonly string[]>> = {
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
  const unknown = Object.keys(Properties).filter((name) => !(name in shape) && !harmless[Type]?.includes(name));
  if (unknown.length === 0) return;
  throw new Error(`The local host does not know ${unknown.join(", ")} of ${keyOf(found)}, a ${Type}`);
}
