/** A Lambda function returns at most 6 MB. The rest is for headers and additions of the edge. */
const BODY_BYTES_MAX = 5_500_000;

/** Bytes of one UTF-16 unit of JSON inside a JSON string: UTF-8 takes up to three, an escape two. */
const UNIT_BYTES_MAX = 3;

/** Returns the body for the first limits whose JSON a function can return, or else for the last limits. */
export function presentWithin<Limits, Body>(
  levels: readonly [Limits, ...Limits[]],
  present: (limits: Limits) => Body,
): Body {
  const [first, ...tighter] = levels;
  let body = present(first);
  for (const limits of tighter) {
    if (fits(body)) return body;
    body = present(limits);
  }
  return body;
}

/** The body is a string in the function's JSON, so its escapes are escaped again. */
function fits(body: unknown): boolean {
  const json = JSON.stringify(body);
  return json.length * UNIT_BYTES_MAX <= BODY_BYTES_MAX || Buffer.byteLength(JSON.stringify(json)) <= BODY_BYTES_MAX;
}

/** Returns the beginning of a text, without half of a surrogate pair. */
export function cutText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, "");
}
