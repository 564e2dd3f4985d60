/** An engineer acts at once on `critical` alarms, which users notice or which lose data, and the same day on others. */
export const severities = ["critical", "warning"] as const;
export type Severity = (typeof severities)[number];

/** Headings of docs/runbook.md that alarms link to; a test checks that the document has them. */
export const runbookHeadings = {
  "Dead letters": "warning",
  "Queue age": "warning",
  "API errors": "critical",
  "Failed requests": "warning",
  "API latency": "critical",
  "Slow routes": "warning",
  "Failing probe": "critical",
  "Failing canary": "critical",
  "Missing safeguards": "critical",
  "Database capacity": "critical",
  "Database connections": "critical",
  Deadlocks: "warning",
  "Transaction ids": "critical",
  "Database growth": "warning",
  "Unsent messages": "warning",
  "Overdue apps": "warning",
  "Followed apps": "warning",
  "Failed syncs": "warning",
  "Blocked store": "warning",
  "Limited requests": "warning",
  "Forgotten pause": "warning",
  "Incomplete day": "warning",
  "Late charts": "warning",
  "Missing charts": "warning",
  "Late keywords": "warning",
  "Missing keywords": "warning",
  "Tracked terms": "warning",
  "Late sweep": "warning",
  "Apps left out": "warning",
  "Scraper errors": "warning",
  "Failing schedules": "warning",
  "Idle schedules": "critical",
  "Missing metrics": "warning",
  "Failing mail": "warning",
  "Failed rotation": "warning",
  "Failed migration": "warning",
  "Failed copies": "warning",
  "Throttled functions": "critical",
  "Failing functions": "warning",
  "Costly hour": "warning",
} as const satisfies Readonly<Record<string, Severity>>;

export type RunbookHeading = keyof typeof runbookHeadings;

export const noticeHeadings = ["Database events", "Deletion of data"] as const;
type AnyHeading = RunbookHeading | (typeof noticeHeadings)[number];

/** The subject of the alarm on consecutive failed visits of the canary, which rolls back a deployment. */
export const REPEATED_VISITS = "repeated";

const RUNBOOK_PATH = "docs/runbook.md";

export function runbookLink(heading: AnyHeading, runbookUrl: string = RUNBOOK_PATH): string {
  return `${runbookUrl}#${anchorOf(heading)}`;
}

export function anchorOf(heading: AnyHeading): string {
  return heading.toLowerCase().replaceAll(" ", "-");
}

/** The name is the subject of the mail, so it begins with the severity. */
export function alarmName(stage: string, heading: RunbookHeading, subject?: string): string {
  const parts = [anchorOf(heading), ...(subject ? [subject] : [])];
  return `${alarmPrefix(runbookHeadings[heading], stage)}${parts.join("-")}`;
}

export function alarmPrefix(severity: Severity, stage: string): string {
  return `${severity}-shelfwatch-${stage}-`;
}
