import * as z from "zod";

import { AwsResponseError, callJson } from "./aws-client.ts";

const PARAMETER = "/cdk-bootstrap/hnb659fds/version";
/** The CDK rejects templates of this library under an older version. */
const VERSION_MIN = 6;

const parameter = z.object({ Parameter: z.object({ Value: z.coerce.number().int() }) });

export async function findBootstrapFault(profile?: string): Promise<string | undefined> {
  const version = await readVersion(profile);
  if (version !== undefined && version >= VERSION_MIN) return undefined;
  const lacks = version === undefined ? "is not bootstrapped" : `has a bootstrap of version ${version}, an old one`;
  return `This account and region ${lacks}: npm run bootstrap.`;
}

async function readVersion(profile?: string): Promise<number | undefined> {
  const call = { target: "AmazonSSM.GetParameter", input: { Name: PARAMETER } };
  try {
    return parameter.parse(await callJson("ssm", call, profile)).Parameter.Value;
  } catch (error) {
    if (error instanceof AwsResponseError && error.name === "ParameterNotFound") return undefined;
    throw error;
  }
}
