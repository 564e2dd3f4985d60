/** A Google Play payload: nested arrays, whose holes become null in JSON. */
export type Payload = unknown[];

export function put(payload: Payload, path: readonly number[], value: unknown): void {
  let place = payload;
  for (const position of path.slice(0, -1)) {
    const next = place[position];
    if (Array.isArray(next)) {
      place = next;
    } else {
      const made: Payload = [];
      place[position] = made;
      place = made;
    }
  }
  place[path.at(-1) ?? 0] = value;
}

export type Placed = readonly [path: readonly number[], value: unknown];

export function payloadOf(values: readonly Placed[]): Payload {
  const payload: Payload = [];
  for (const [path, value] of values) put(payload, path, value);
  return payload;
}
