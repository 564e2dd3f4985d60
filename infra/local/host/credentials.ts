import { randomBytes } from "node:crypto";

import type { HostedFunction } from "./model.ts";
import { LOCAL_REGION } from "./resource-names.ts";

type ServiceEndpoints = { readonly sqs: string; readonly secrets: string; readonly lambda: string };

type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

export function issueCredentials(functions: readonly HostedFunction[]) {
  const issued = new Map(functions.map(({ arn }) => [arn, createCredentials()]));
  const owners = new Map([...issued].map(([arn, { accessKeyId }]) => [accessKeyId, arn]));
  const secrets = new Map(
    [...issued.values()].map((credentials) => [credentials.accessKeyId, credentials.secretAccessKey]),
  );
  return {
    of: (functionArn: string): Credentials => {
      const credentials = issued.get(functionArn);
      if (credentials) return credentials;
      throw new Error(`No credentials were issued to ${functionArn}`);
    },
    ownerOf: (accessKeyId: string): string | undefined => owners.get(accessKeyId),
    secretOf: (accessKeyId: string): string | undefined => secrets.get(accessKeyId),
  };
}

function createCredentials(): Credentials {
  return {
    accessKeyId: `ASIA${randomBytes(8).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString("base64url"),
  };
}

/** Returns the variables of an environment: Lambda's own, then the template's, and none of the host. */
export function createVariables(input: {
  readonly hosted: HostedFunction;
  readonly endpoints: ServiceEndpoints;
  readonly credentials: Credentials;
}): Readonly<Record<string, string>> {
  const { hosted, endpoints, credentials } = input;
  return {
    PATH: process.env.PATH ?? "",
    TZ: ":UTC",
    LANG: "en_US.UTF-8",
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: "local",
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: hosted.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(hosted.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${hosted.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secrets,
    ...hosted.variables,
  };
}
