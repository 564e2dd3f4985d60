import * as z from "zod";

import { createLambdaSigner, type SignerDependencies } from "../stores/signed-transport.ts";
import { CanaryFailure } from "./api-call.ts";

export type NewAccount = { readonly name: string; readonly email: string; readonly password: string };

export type CreateAccount = (account: NewAccount) => Promise<void>;

const outcome = () => z.object({ rejected: z.string().optional() });

const TIMEOUT_MS = 60_000;

/**
 * Returns a function that invokes the operation `create-user`, which works with closed registration. Lambda reports a
 * function's error in a header with status 200 (Lambda's API reference, Invoke).
 */
export function createAccountBy({
  functionName,
  lambdaUrl,
  send = fetch,
  ...signing
}: SignerDependencies & {
  readonly functionName: string;
  readonly lambdaUrl: string;
  readonly send?: typeof fetch;
}): CreateAccount {
  const sign = createLambdaSigner(signing);
  return async (account) => {
    const url = new URL(`/2015-03-31/functions/${functionName}/invocations`, lambdaUrl);
    const body = JSON.stringify(account);
    const headers = await sign({ method: "POST", url, headers: { "content-type": "application/json" }, body });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await send(url, { method: "POST", headers, body, signal, redirect: "manual" });
    const failure = response.headers.get("x-amz-function-error");
    if (!response.ok || failure !== null) {
      throw new CanaryFailure(`create-user returned ${response.status}${failure === null ? "" : ` (${failure})`}.`);
    }
    const { rejected } = outcome().parse(await response.json());
    if (rejected !== undefined) throw new CanaryFailure(`create-user rejected the canary's account: ${rejected}`);
  };
}
