import { accessToken } from "./access-token.ts";
import type { AnyInput, Body, Input, OperationName } from "./operation-types.ts";
import { withOpenPictures } from "./picture-address.ts";
import { NO_RESPONSE, Problem, UNAUTHENTICATED } from "./problem.ts";
import { readProblem } from "./read-problem.ts";
import { requestOf } from "./request-of.ts";
import { send } from "./send.ts";

/** Returns undefined for 204. A 401 is followed by one more call with a new token. Throws a Problem. */
export async function call<O extends OperationName>(
  operation: O,
  input: Input<O>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Body<O>> {
  const request = requestOf(operation, input as AnyInput);
  const token = await accessToken.current();
  const first = await send(request, { token, signal });
  if (first.status !== UNAUTHENTICATED) return readBody<O>(first);
  return readBody<O>(await send(request, { token: await accessToken.renew(token), signal }));
}

/** The cast is safe, since the service's own tests hold each response to its contract. */
async function readBody<O extends OperationName>(response: Response): Promise<Body<O>> {
  if (!response.ok) throw await readProblem(response);
  return (response.status === 204 ? undefined : await readJson(response)) as Body<O>;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(withOpenPictures(await response.text()));
  } catch (cause) {
    throw new Problem(NO_RESPONSE, "The response was interrupted.", { cause });
  }
}
