export function rewriteJson(body: string, rewrite: (value: unknown) => unknown): string {
  if (body.startsWith(")]}'")) return rewriteBatch(body, rewrite);
  if (body.startsWith("<?xml")) return rewritePropertyList(body, rewrite);
  if (/^\s*\{/.test(body)) return JSON.stringify(rewrite(JSON.parse(body)));
  return body.replace(
    /(serialized-server-data">|, data:)(.+?)(<\/script>|, sideChannel)/gs,
    (_, before: string, data: string, after: string) =>
      `${before}${JSON.stringify(rewrite(JSON.parse(data))).replaceAll("<", "\\u003c")}${after}`,
  );
}

export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => mapLeaves(element, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, mapLeaves(element, change)]));
}

/** Adds a property to every object. Google Play's data has none, so its outermost list gets an object. */
export function mapObjects(value: unknown, change: (object: object) => object): unknown {
  const mapped = mapObjectsWithin(value, change);
  return Array.isArray(mapped) ? [...mapped, change({})] : mapped;
}

function mapObjectsWithin(value: unknown, change: (object: object) => object): unknown {
  if (Array.isArray(value)) return value.map((element) => mapObjectsWithin(element, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, element]) => [key, mapObjectsWithin(element, change)]);
  return change(Object.fromEntries(entries));
}

/** The data is a JSON string inside JSON. In chunks, its length precedes it. */
function rewriteBatch(body: string, rewrite: (value: unknown) => unknown): string {
  const lines = body.split("\n");
  const place = lines.findIndex((line) => line.startsWith("[["));
  const [[service, rpc, data, ...rest], ...others]: [unknown[], ...unknown[]] = JSON.parse(lines[place] ?? "");
  const payload = JSON.stringify(rewrite(JSON.parse(String(data))));
  const line = JSON.stringify([[service, rpc, payload, ...rest], ...others]);
  const isChunked = /^\d+$/.test(lines[place - 1] ?? "");
  return lines
    .with(place, line)
    .with(place - 1, isChunked ? String(line.length + 2) : "")
    .join("\n");
}

function rewritePropertyList(body: string, rewrite: (value: unknown) => unknown): string {
  return body.replace(/<string>([^<]*)<\/string>/g, (_, text: string) => `<string>${rewrite(text)}</string>`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
