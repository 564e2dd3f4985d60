/** A Lambda function returns 6 MB at most. The rest is for headers and what the edge adds. */
const BODY_BYTES_MAX = 5_500_000;

/** Bytes of one UTF-16 unit of JSON that is a text in JSON again: UTF-8 has up to three, an escape two. */
const UNIT_BYTES_MAX = 3;

/** Returns what `present` makes with the first of these limits whose JSON a function can return, else with the last. */
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

/** The body is a text in the JSON that a function returns, so that what JSON escapes in it is escaped twice. */
function fits(body: unknown): boolean {
  const json = JSON.stringify(body);
  return json.length * UNIT_BYTES_MAX <= BODY_BYTES_MAX || Buffer.byteLength(JSON.stringify(json)) <= BODY_BYTES_MAX;
}

/** Returns the beginning of a text, without half of a surrogate pair. */
export function cutText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, "");
}
