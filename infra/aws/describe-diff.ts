/** A comment of GitHub holds 65,536 characters. */
const CHARACTERS_MAX = 60_000;
const CHANGED_STACKS = /Number of stacks with differences: (\d+)/;

export function describeDiff(stage: string, output: string): string {
  const text = output.trim();
  const [, stacks] = CHANGED_STACKS.exec(text) ?? [];
  const verdict = { undefined: "Read what the CDK says.", "0": "Nothing.", "1": "One stack." }[String(stacks)];
  const left = text.length - CHARACTERS_MAX;
  const shown = left > 0 ? `${text.slice(0, CHARACTERS_MAX)}\n… and ${left} more characters` : text;
  return [
    `### What a deployment would change in ${stage}`,
    "",
    verdict ?? `${stacks} stacks.`,
    "",
    "<details><summary>cdk diff</summary>",
    "",
    // No text of a template has this many backticks in a row.
    "``````",
    shown,
    "``````",
    "",
    "</details>",
    "",
    "",
  ].join("\n");
}
