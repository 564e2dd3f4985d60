import { CfnQueryDefinition, type ILogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import type { RunbookHeading } from "./runbook.ts";
import { ServerFunction } from "./server-function.ts";

export type LogSource =
  | "pipeline"
  | "mail"
  | "scrapers"
  | "canary"
  | "data"
  | "safeguards"
  | "access"
  | "database"
  | "backups";

type RunbookQuery = { readonly source: LogSource; readonly query: string };

/** The limit of CloudWatch per query. */
const LOG_GROUPS_MAX = 50;
const NEWEST = "| sort @timestamp desc | limit 100";

const ofEvents = (...events: readonly string[]) => `filter message in [${events.map((one) => `"${one}"`).join(", ")}]`;
const newest = (...events: readonly string[]) => `fields @timestamp, @message | ${ofEvents(...events)} ${NEWEST}`;
const bySum = (event: string, ...fields: readonly string[]) =>
  `${ofEvents(event)} | stats count(*) as lines by ${[...fields, "bin(15m)"].join(", ")}`;
const matching = (pattern: string) => `fields @timestamp, @message | filter @message like /${pattern}/ ${NEWEST}`;
const failures = 'fields @timestamp, @log, @message | filter level = "ERROR" or @message like /Task timed out/';

export const runbookQueries: Readonly<Record<RunbookHeading, RunbookQuery>> = {
  "Dead letters": { source: "pipeline", query: newest("queue.message.failed") },
  "Queue age": { source: "pipeline", query: bySum("sync.phase.completed", "outcome", "phase") },
  "Unsent messages": { source: "pipeline", query: newest("sync.message.unsent", "sweep.express.unsent") },
  "API errors": {
    source: "access",
    query: "filter status >= 500 | stats count(*) as responses by route, status, functionError, bin(15m)",
  },
  "Failed requests": { source: "access", query: `filter status >= 500 ${NEWEST}` },
  "API latency": {
    source: "access",
    query: "stats count(*) as requests, pct(latencyMs, 50), pct(latencyMs, 99) by route | sort requests desc",
  },
  "Slow routes": {
    source: "access",
    query: "stats pct(functionLatencyMs, 90) as slow, count(*) as requests by route, bin(10m) | sort slow desc",
  },
  "Failing probe": { source: "canary", query: `${failures} ${NEWEST}` },
  "Failing canary": { source: "canary", query: `${failures} ${NEWEST}` },
  "Missing safeguards": { source: "safeguards", query: newest("safeguards.missing") },
  "Database capacity": { source: "database", query: matching("duration:") },
  "Database connections": {
    source: "database",
    query: matching("connection slots|too many connections|could not fork"),
  },
  Deadlocks: { source: "database", query: matching("deadlock detected|Process \\d+ waits") },
  "Transaction ids": { source: "database", query: matching("wraparound|automatic .*vacuum|canceling autovacuum") },
  "Database growth": { source: "database", query: matching("automatic vacuum|temporary file") },
  "Overdue apps": { source: "pipeline", query: newest("sync.due.started", "sync.phase.given_up") },
  "Followed apps": {
    source: "pipeline",
    query: "filter ispresent(FollowedAppsPercent) | stats max(FollowedAppsPercent) by platform, bin(1d)",
  },
  "Failed syncs": { source: "pipeline", query: newest("sync.phase.given_up", "store.call.failed", "item.failed") },
  "Blocked store": { source: "pipeline", query: bySum("store.throttled", "hostClass", "host") },
  "Forgotten pause": { source: "pipeline", query: "filter PausedSeconds > 0 | stats max(PausedSeconds) by platform" },
  "Incomplete day": { source: "pipeline", query: bySum("sweep.batch.completed", "platform", "outcome") },
  "Limited requests": { source: "pipeline", query: bySum("store.throttled", "hostClass", "blockedSeconds") },
  "Late charts": { source: "pipeline", query: bySum("chart.fetch.completed", "platform", "outcome") },
  "Missing charts": { source: "pipeline", query: newest("chart.day.planned", "chart.fetch.failed") },
  "Late keywords": { source: "pipeline", query: bySum("keyword.read.completed", "platform", "outcome") },
  "Missing keywords": { source: "pipeline", query: newest("keyword.read.failed", "keyword.rest.started") },
  "Tracked terms": {
    source: "pipeline",
    query: "filter ispresent(KeywordTermsPercent) | stats max(KeywordTermsPercent) by platform, bin(1d)",
  },
  "Late sweep": { source: "pipeline", query: bySum("sweep.batch.completed", "platform", "outcome") },
  "Apps left out": { source: "pipeline", query: newest("sweep.batch.failed") },
  "Scraper errors": { source: "scrapers", query: newest("route.failed", "route.broken") },
  "Failing schedules": { source: "pipeline", query: `${failures} ${NEWEST}` },
  "Idle schedules": { source: "pipeline", query: "stats max(@timestamp) as last by @log" },
  "Missing metrics": {
    source: "pipeline",
    query:
      "filter ispresent(OverdueAppsPercent) or ispresent(ChartLagSeconds) or ispresent(SweepLagSeconds) or " +
      "ispresent(PausedSeconds) | stats max(@timestamp) by platform, @log",
  },
  "Failing mail": { source: "mail", query: newest("mail.failed", "webhooks.endpoint.interrupted") },
  "Failed rotation": { source: "data", query: `${failures} ${NEWEST}` },
  "Failed migration": { source: "data", query: `${failures} ${NEWEST}` },
  "Failed copies": {
    source: "backups",
    query: `fields @timestamp, \`detail-type\`, detail.state, detail.statusMessage ${NEWEST}`,
  },
  "Failing functions": { source: "pipeline", query: `${failures} ${NEWEST}` },
  "Costly hour": {
    source: "access",
    query: "stats sum(bytes) as sent, count(*) as requests by ip, route | sort sent desc",
  },
  "Throttled functions": { source: "access", query: "filter status in [429, 503] | stats count(*) by route, bin(5m)" },
};

export const figureQueries: Readonly<Record<string, RunbookQuery>> = {
  "Failed syncs by phase": {
    source: "pipeline",
    query: "filter ispresent(SyncsFailed) | stats sum(SyncsFailed) as syncs by platform, phase, bin(1h)",
  },
  "Failed items by phase and reason": {
    source: "pipeline",
    query: "filter ispresent(FailedItems) | stats sum(FailedItems) as items by platform, phase, reason, bin(1h)",
  },
  "Stale listings": {
    source: "pipeline",
    query: `${ofEvents("sync.listings.stale")} | stats sum(stale) as listings by platform, bin(1d)`,
  },
};

export type RunbookQueriesProps = {
  readonly deployment: Deployment;
  readonly source: LogSource;
  readonly logGroups: readonly ILogGroup[];
};

export class RunbookQueries extends Construct {
  constructor(scope: Construct, id: string, { deployment, source, logGroups }: RunbookQueriesProps) {
    super(scope, id);
    if (deployment.stage.monitoring !== "full") return;
    if (logGroups.length > LOG_GROUPS_MAX) {
      throw new Error(`${scope.node.path} has ${logGroups.length} log groups, and a query reads ${LOG_GROUPS_MAX}.`);
    }
    const named = [
      ...Object.entries(runbookQueries),
      ...Object.entries(figureQueries).map(([name, saved]) => [`Figures/${name}`, saved] as const),
    ];
    for (const [name, saved] of named) {
      if (saved.source !== source) continue;
      new CfnQueryDefinition(this, name.replaceAll(/\W/g, ""), {
        name: `shelfwatch-${deployment.stage.name}/${name}`,
        queryString: saved.query,
        logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
      });
    }
  }
}

export function logGroupsBelow(scope: Construct): readonly ILogGroup[] {
  const functions = scope.node.findAll().filter((construct) => construct instanceof ServerFunction);
  return functions.map(({ lambda }) => lambda.logGroup);
}
