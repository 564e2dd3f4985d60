import { describe, expect, it } from "vitest";

import { matchesPattern } from "./event-pattern.ts";
import { notices, resources } from "./prod-alarms.ts";

const rds = (type: string, id: string, categories: readonly string[]) => ({
  source: "aws.rds",
  "detail-type": `RDS DB ${type} Event`,
  detail: { EventCategories: categories, SourceIdentifier: id, Message: "A message" },
});
const call = (service: string, eventName: string, rest: object = {}) => ({
  source: `aws.${service}`,
  "detail-type": "AWS API Call via CloudTrail",
  detail: { eventSource: `${service}.amazonaws.com`, eventName, userIdentity: { arn: "arn:of:somebody" }, ...rest },
});
const [keyId = ""] = resources.find(([, { Type }]) => Type === "AWS::KMS::Key") ?? [];
const key = { "Fn::GetAtt": [keyId, "Arn"] };

/** The topics that an event is published to. The key's ARN is compared by its reference. */
function topicsOf(event: object): readonly string[] {
  const found = notices.filter(({ EventPattern }) => matchesPattern(named(EventPattern), event));
  return found.map(({ Targets }) => (JSON.stringify(Targets).includes("Critical") ? "critical" : "warning"));
}

function named(pattern: unknown): unknown {
  return JSON.parse(JSON.stringify(pattern).replaceAll(JSON.stringify(key), '"arn:of:the-key"'));
}

describe("a mail is sent at once", () => {
  it.each([
    ["the writer restarts", rds("Instance", "shelfwatch-prod-writer", ["availability"]), "critical"],
    ["the cluster fails over", rds("Cluster", "shelfwatch-prod", ["failover"]), "critical"],
    ["the writer fails", rds("Instance", "shelfwatch-prod-writer", ["failure"]), "critical"],
    ["the cluster is gone", rds("Cluster", "shelfwatch-prod", ["deletion"]), "critical"],
    ["a restored copy fails", rds("Instance", "shelfwatch-prod-r1-writer", ["failure"]), "critical"],
    ["maintenance begins", rds("Cluster", "shelfwatch-prod", ["maintenance"]), "warning"],
    ["RDS has a notice", rds("Instance", "shelfwatch-prod-writer", ["notification"]), "warning"],
    ["somebody deletes the cluster", call("rds", "DeleteDBCluster"), "critical"],
    ["somebody deletes its backups", call("rds", "DeleteDBClusterAutomatedBackup"), "critical"],
    [
      "somebody switches its protection off",
      call("rds", "ModifyDBCluster", { requestParameters: { deletionProtection: false } }),
      "critical",
    ],
    [
      "somebody deletes its key",
      call("kms", "ScheduleKeyDeletion", { resources: [{ ARN: "arn:of:the-key" }] }),
      "critical",
    ],
    ["somebody disables its key", call("kms", "DisableKey", { resources: [{ ARN: "arn:of:the-key" }] }), "critical"],
  ])("when %s", (_what, event, severity) => {
    expect(topicsOf(event)).toEqual([severity]);
  });
});

describe("no mail is sent", () => {
  it.each([
    ["of a backup each night", rds("Cluster", "shelfwatch-prod", ["backup"])],
    ["of the creation", rds("Cluster", "shelfwatch-prod", ["creation"])],
    ["of a deployment's changes", rds("Instance", "shelfwatch-prod-writer", ["configuration change"])],
    ["of another database", rds("Cluster", "warehouse", ["failure"])],
    ["of a change that keeps the protection", call("rds", "ModifyDBCluster", { requestParameters: { port: 5432 } })],
    [
      "of a change that switches it on",
      call("rds", "ModifyDBCluster", { requestParameters: { deletionProtection: true } }),
    ],
    ["of another key", call("kms", "ScheduleKeyDeletion", { resources: [{ ARN: "arn:of:another" }] })],
  ])("%s", (_what, event) => {
    expect(topicsOf(event)).toEqual([]);
  });
});
