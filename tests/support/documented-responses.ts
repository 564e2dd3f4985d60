import { readFileSync } from "node:fs";
import * as z from "zod";

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Response = {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
};
type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

/** As `docs/openapi.json` says it, with its schemas where a schema on its own is looked for. */
const document: Document = JSON.parse(
  readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8").replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  ),
);

/** Who responds: the gateway rejects requests in its own shape and without the service's headers. */
type Sender = "service" | "gateway";

const GATEWAY_TYPE = "application/json";

/** After a 503 or a store's rejection it may be unknown when to come back. A small body has no tag. */
const HEADERS_WHEN_KNOWN = ["retry-after", "etag"];

/** What the document does not say of a response; nothing when all of it is documented. */
export function undocumentedIn(
  { method, path }: { readonly method: string; readonly path: string },
  reply: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly headers: readonly string[];
    readonly body: unknown;
  },
  sender: Sender = "service",
): readonly string[] {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[reply.status];
  if (response === undefined) return [`the status ${reply.status}`];
  const isOfGateway = reply.status >= 400 && mediaType(reply) === GATEWAY_TYPE;
  if (isOfGateway !== (sender === "gateway")) return [`${reply.contentType} from the ${sender}`];
  if (sender === "gateway") return undocumentedInBody(response, reply);
  const missing = Object.keys(response.headers ?? {})
    .map((name) => name.toLowerCase())
    .filter((name) => !HEADERS_WHEN_KNOWN.includes(name) && !reply.headers.includes(name))
    .map((name) => `a response without ${name}`);
  return [...missing, ...undocumentedInBody(response, reply)];
}

function undocumentedInBody(
  { content = {} }: Response,
  reply: { readonly contentType: string | undefined; readonly body: unknown },
): readonly string[] {
  const { contentType, body } = reply;
  if (Object.keys(content).length === 0) return body === undefined ? [] : ["a body"];
  const described = content[mediaType(reply)];
  if (described === undefined) return [`the type ${contentType}`];
  const parsed = schemaOf(described.schema).safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

function mediaType({ contentType = "" }: { readonly contentType: string | undefined }): string {
  return contentType.split(";")[0] ?? "";
}

const schemas = new WeakMap<object, z.ZodType>();

function schemaOf(described: object): z.ZodType {
  const known = schemas.get(described);
  if (known !== undefined) return known;
  // The document is linted as OpenAPI 3.1, whose schemas are JSON Schema.
  const schema = z.fromJSONSchema({ ...described, $defs: document.components.schemas } as Schema);
  schemas.set(described, schema);
  return schema;
}
