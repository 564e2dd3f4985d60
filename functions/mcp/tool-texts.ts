/** Parts of the API's texts that contain addresses, and the texts that replace them in tools. */
const replaced: readonly (readonly [string, string])[] = [
  [
    "The path accepts this id as it is, or encoded again with `encodeURIComponent`. An id that contains `%2F` or " +
      "`%3F` must be encoded again, because the gateway decodes the path before it splits it.",
    "Send it exactly as a response has it.",
  ],
  ["the time of `PUT /account/seen`", "the user's last visit of the dashboard"],
  ["`GET /changes/competitors`", "list_competitor_changes"],
  ["`GET /events`", "list_events"],
];

/** Returns a text of the API for a tool: it names tools instead of addresses. */
export function toolText(text: string): string {
  return replaced.reduce((told, [part, instead]) => told.replaceAll(part, instead), text);
}
