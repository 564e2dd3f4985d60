import { operations } from "../generated/operations.ts";
import type { AnyInput, OperationName } from "./operation-types.ts";

export type SentRequest = { readonly method: string; readonly url: string; readonly body: string | undefined };

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
