import * as z from "zod";

import { AwsResponseError, callJson } from "./aws-client.ts";

/** By which `cdk bootstrap` notes its version. */
const PARAMETER = "/cdk-bootstrap/hnb659fds/version";
/** The CDK rejects templates of this library under an older one. */
const VERSION_MIN = 6;

const parameter = z.object({ Parameter: z.object({ Value: z.coerce.number().int() }) });

/** Returns why the CDK cannot deploy to an account and region: it needs a bucket and roles there. */
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
