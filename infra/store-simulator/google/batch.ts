import type { StoreResponse, UpstreamRequest } from "../store-route.ts";
import type { Payload } from "./put.ts";

/** The path of all remote procedures of Google Play. The body names the procedure; the query may name another. */
export const batchAddress = {
  platform: "android",
  method: "POST",
  host: "play.google.com",
  path: /^\/_\/PlayStoreUi\/data\/batchexecute$/,
} as const;

export type BatchCall = { readonly rpc: string; readonly argument: unknown };

export function batchCallOf({ body }: UpstreamRequest): BatchCall | undefined {
  try {
    const envelope: unknown = JSON.parse(new URLSearchParams(body).get("f.req") ?? "");
    const rpc = at(envelope, 0, 0, 0);
    const argument = at(envelope, 0, 0, 1);
    if (typeof rpc !== "string" || typeof argument !== "string") return undefined;
    return { rpc, argument: JSON.parse(argument) };
  } catch {
    return undefined;
  }
}

export function calls(rpc: string): (request: UpstreamRequest) => boolean {
  return (request) => batchCallOf(request)?.rpc === rpc;
}

/** Negative positions count from the end. Returns undefined if there is no element. */
export function at(value: unknown, ...path: readonly number[]): unknown {
  return path.reduce<unknown>((place, position) => (Array.isArray(place) ? place.at(position) : undefined), value);
}

/** Google Play returns `null` for no result. With `rt=c`, chunks follow their lengths. */
export function batchResponse(request: UpstreamRequest, rpc: string, payload: Payload | null): StoreResponse {
  const result = ["wrb.fr", rpc, JSON.stringify(payload), null, null, null, "generic"];
  const timing = [["di", 42], ["af.httprm", 42, "-4178618388443751758", 1]]; // biome-ignore format: a row
  const isChunked = request.query.get("rt") === "c";
  const body = isChunked ? chunked([[result], timing]) : JSON.stringify([result, ...timing]);
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: `)]}'\n\n${body}`,
  };
}

function chunked(parts: readonly unknown[]): string {
  const texts = [...parts, [["e", 4, null, null, 4_096]]].map((part) => JSON.stringify(part));
  return texts.map((text) => `${text.length + 2}\n${text}\n`).join("");
}
