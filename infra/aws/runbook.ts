/** Headings of docs/runbook.md to which alarms lead; a test holds the document to them. */
export const runbookHeadings = [
  "Dead letters",
  "Queue age",
  "API errors",
  "API latency",
  "Database capacity",
  "Database connections",
  "Overdue apps",
  "Failed syncs",
  "Store rejections",
  "Late charts",
  "Scraper errors",
  "Failing schedules",
  "Throttled functions",
] as const;
export type RunbookHeading = (typeof runbookHeadings)[number];

/** Where a heading is, as alarms name it. */
export function runbookLink(heading: RunbookHeading): string {
  return `docs/runbook.md#${heading.toLowerCase().replaceAll(" ", "-")}`;
}
