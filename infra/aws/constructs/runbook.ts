/** `critical`: users notice, or data are lost, so somebody looks at once. `warning`: somebody looks the same day. */
export type Severity = "critical" | "warning";

/** Headings of docs/runbook.md that alarms link to; a test checks that the document has them. */
export const runbookHeadings = {
  "Dead letters": "warning",
  "Queue age": "warning",
  "API errors": "critical",
  "API latency": "critical",
  "Slow routes": "warning",
  "Failing canary": "critical",
  "Database capacity": "critical",
  "Database connections": "critical",
  "Database CPU": "warning",
  Deadlocks: "warning",
  "Transaction ids": "critical",
  "Database growth": "warning",
  "Unsent messages": "warning",
  "Overdue apps": "warning",
  "Failed syncs": "warning",
  "Store rejections": "warning",
  "Limited requests": "warning",
  "Late charts": "warning",
  "Missing charts": "warning",
  "Late sweep": "warning",
  "Apps left out": "warning",
  "Scraper errors": "warning",
  "Failing schedules": "warning",
  "Idle schedules": "critical",
  "Missing metrics": "warning",
  "Failed rotation": "warning",
  "Failed migration": "warning",
  "Failed copies": "warning",
  "Throttled functions": "critical",
} as const satisfies Readonly<Record<string, Severity>>;

export type RunbookHeading = keyof typeof runbookHeadings;

/** The subject of the alarm on visits of the canary that fail one after the other, which undoes a deployment. */
export const REPEATED_VISITS = "repeated";

const RUNBOOK_PATH = "docs/runbook.md";

/** Returns the address of a heading: of the stage's runbook, else its path in the repository. */
export function runbookLink(heading: RunbookHeading, runbookUrl: string = RUNBOOK_PATH): string {
  return `${runbookUrl}#${anchorOf(heading)}`;
}

/** Returns the fragment by which Markdown's renderers address a heading. */
export function anchorOf(heading: RunbookHeading): string {
  return heading.toLowerCase().replaceAll(" ", "-");
}

/** Returns the name of an alarm, which is the subject of the mail: it begins with the severity. */
export function alarmName(stage: string, heading: RunbookHeading, subject?: string): string {
  return [runbookHeadings[heading], "shelfwatch", stage, anchorOf(heading), ...(subject ? [subject] : [])].join("-");
}
