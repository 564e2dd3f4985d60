import * as z from "zod";

const REQUEST_MS_MAX = 35_000;

export type Api = <Schema extends z.ZodType>(
  call: { readonly method: "GET" | "POST"; readonly path: string; readonly body?: object },
  schema: Schema,
) => Promise<z.infer<Schema>>;
export type Say = (line: string) => void;

export function connectApi(url: string, token?: string): Api {
  return async ({ method, path, body }, schema) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body ? { "content-type": "application/json" } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 300)}`);
    const { data } = z.object({ data: z.unknown() }).parse(JSON.parse(text));
    return schema.parse(data);
  };
}
