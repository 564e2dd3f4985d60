import { operations } from "../generated/operations.ts";
import { accessToken } from "./access-token.ts";
import type { AnyInput, Body, Input, OperationName } from "./operation-types.ts";
import { withOpenPictures } from "./picture-address.ts";
import { NO_RESPONSE, Problem, readProblem, UNAUTHENTICATED } from "./problem.ts";
import { type SentRequest, send } from "./send.ts";

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

export function requestOf(operation: OperationName, { params = {}, query = {}, body }: AnyInput): SentRequest {
  const { method, path } = operations[operation];
  const search = searchOf(query);
  return {
    method,
    url: fillPath(path, params) + (search === "" ? "" : `?${search}`),
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The path ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, String(item));
    else search.append(name, String(value));
  }
  return search.toString();
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
