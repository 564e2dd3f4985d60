/**
 * Returns whether EventBridge's pattern matches an event, as its user guide describes it: each field of the pattern must
 * have one of the listed values, a string or `{"prefix": …}`; one of the values suffices where the event has a list.
 * Throws on what no rule of ours uses.
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern))
    return pattern.some((condition) => [event].flat().some((value) => holds(condition, value)));
  if (typeof pattern !== "object" || pattern === null) throw new Error("A pattern has lists of values.");
  const candidates = Array.isArray(event) ? event : [event];
  return candidates.some((one) =>
    Object.entries(pattern).every(([name, wanted]) => matchesPattern(wanted, Object(one)[name])),
  );
}

function holds(condition: unknown, value: unknown): boolean {
  if (typeof condition !== "object" || condition === null) return condition === value;
  const [[operator, operand] = [], ...others] = Object.entries(condition);
  if (operator !== "prefix" || others.length > 0) throw new Error(`No rule of ours uses ${JSON.stringify(condition)}.`);
  return typeof value === "string" && value.startsWith(String(operand));
}
