import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { API_PREFIX, endpoints } from "../../functions/endpoints.ts";
import {
  noticeHeadings,
  type RunbookHeading,
  runbookHeadings,
  runbookLink,
} from "../../infra/aws/constructs/runbook.ts";
import { figureQueries } from "../../infra/aws/constructs/runbook-queries.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { measureUnits } from "../../lib/runtime/telemetry.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { mailing } from "./fixtures/mailing-stage.ts";
import { oneEndpoint, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "../..");
const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");

// The keys of the object are its headings; Object.keys says string.
const headings = Object.keys(runbookHeadings) as RunbookHeading[];
/** Returns the headings to which a stage has alarms. */
const headingsOf = ({ backupCopies, canary, email, keepData }: Stage) => {
  const optional: Readonly<Partial<Record<RunbookHeading, boolean>>> = {
    "Failed copies": backupCopies !== undefined,
    "Failing mail": email !== "off",
    "Failing canary": canary !== undefined,
    "Failing probe": canary !== undefined,
    "Missing safeguards": keepData,
  };
  return headings.filter((one) => optional[one] ?? true);
};

const sources = globSync("{lib,scrapers,functions}/**/*.ts", { cwd: root }).map((path) =>
  readFileSync(join(root, path), "utf8"),
);
const isInCode = (event: string) => sources.some((source) => source.includes(event));

const vaultArn = "arn:aws:backup:us-east-1:111111111111:backup-vault:elsewhere";

describe.each([
  { ...mailing, backupCopies: { vaultArn, keepDays: 35 } },
  { ...dev, monitoring: "full" as const },
])("the alarms of stage $name", (stage) => {
  const templates = Object.values(synthesiseStage(stage));
  const ofType = (type: string) =>
    templates.flatMap(({ Resources }) => Object.values(Resources).filter(({ Type }) => Type === type));
  const alarms = ofType("AWS::CloudWatch::Alarm").map(({ Properties }) => Properties ?? {});

  it("link to a heading of the runbook, and each heading has an alarm", () => {
    const links = alarms.map(({ AlarmDescription }) => /docs\/runbook\.md#[\w-]+$/.exec(String(AlarmDescription))?.[0]);

    expect(new Set(links)).toEqual(new Set(headingsOf(stage).map((heading) => runbookLink(heading))));
    for (const heading of nonEmpty(headings)) expect(runbook).toContain(`\n## ${heading}\n`);
  });

  it("begin their names with a severity, and no two have the same", () => {
    const names = alarms.map(({ AlarmName }) => String(AlarmName));

    expect(names.filter((name) => !/^(critical|warning)-shelfwatch-(prod|dev)-/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("have a saved query for each heading, of events that the code logs", () => {
    const queries = ofType("AWS::Logs::QueryDefinition").map(({ Properties }) => Properties ?? {});
    const wanted = headingsOf(stage);
    const figures = stage.monitoring === "full" ? Object.keys(figureQueries).map((name) => `Figures/${name}`) : [];
    const events = queries.flatMap(({ QueryString }) => String(QueryString).match(/"[a-z_]+(\.[a-z_]+)+"/g) ?? []);

    expect(queries.map(({ Name }) => Name).toSorted()).toEqual(
      [...wanted, ...figures].map((one) => `shelfwatch-${stage.name}/${one}`).toSorted(),
    );
    expect(new Set(events).size).toBeGreaterThan(10);
    expect(events.filter((event) => !isInCode(event))).toEqual([]);
  });

  it("notify the topic of their severity of the trouble, and have no action at its end", () => {
    const topics = ofType("AWS::SNS::Topic").map(({ Properties }) => Properties?.TopicName);
    expect(topics).toEqual([`shelfwatch-${stage.name}-critical`, `shelfwatch-${stage.name}-warning`]);

    for (const { AlarmName, AlarmActions, OKActions } of nonEmpty(alarms)) {
      const [severity] = String(AlarmName).split("-");
      expect(JSON.stringify(AlarmActions)).toContain(`:shelfwatch-${stage.name}-${severity}"`);
      expect(OKActions).toBeUndefined();
    }
  });

  it("and rules on their ends may publish to the topics", () => {
    const policies = ofType("AWS::SNS::TopicPolicy").map(({ Properties }) => JSON.stringify(Properties));

    expect(policies).toHaveLength(2);
    for (const policy of policies) {
      expect(policy).toContain(
        '{"Action":"sns:Publish","Condition":{"StringEquals":{"aws:SourceAccount":{"Ref":"AWS::AccountId"}}},' +
          '"Effect":"Allow","Principal":{"Service":"cloudwatch.amazonaws.com"}',
      );
      expect(policy).toContain(
        '{"Action":"sns:Publish","Effect":"Allow","Principal":{"Service":"events.amazonaws.com"}',
      );
    }
  });

  it("wait on missing data for as long as their first data may take", () => {
    const floors = alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
    const waits = floors.map(({ WarmUpConfiguration }) => Object(WarmUpConfiguration));

    expect(floors.length).toBeGreaterThan(10);
    expect(waits.filter(({ WarmUpPeriodDurationInMinutes: minutes }) => !(minutes >= 15 && minutes <= 2_880))).toEqual(
      [],
    );
    expect(
      waits.every(({ OnlyStartEvaluatingAfterWarmUpPeriodEnds }) => OnlyStartEvaluatingAfterWarmUpPeriodEnds),
    ).toBe(true);
  });

  it("add up two metrics of which one was never written, and read each once", () => {
    const failed = alarms.filter(({ AlarmName }) => String(AlarmName).includes("-failed-syncs-"));

    for (const { Metrics } of failed) {
      expect(Metrics).toHaveLength(3);
      expect(JSON.stringify(Metrics)).toContain(
        '"Expression":"IF(SUM([part, rest]) >= 20, 100 * FILL(part, 0) / SUM([part, rest]), 0)"',
      );
    }
    expect(failed).toHaveLength(2);
  });

  it("watch the age and the dead letters of each of the six queues", () => {
    const byMetric = (name: string) => alarms.filter(({ MetricName }) => MetricName === name);

    expect(byMetric("ApproximateAgeOfOldestMessage")).toHaveLength(6);
    expect(byMetric("ApproximateNumberOfMessagesVisible")).toHaveLength(6);
  });

  it("watch slow requests by filters of the access log, which tell the routes that wait for a store apart", () => {
    const filters = ofType("AWS::Logs::MetricFilter").map(({ Properties }) => Properties ?? {});
    const patterns = Object.fromEntries(
      filters.map(({ FilterPattern, MetricTransformations }) => [
        Object(MetricTransformations)[0].MetricName,
        String(FilterPattern),
      ]),
    );
    const isSlow = (name: string, milliseconds: string) =>
      new RegExp(/functionLatencyMs = %(.*?)%/.exec(patterns[name] ?? "")?.[1] ?? "nothing").test(milliseconds);
    const storeRoutes = endpoints.filter(({ needs }) => needs === "stores");

    const given = ["-", "90", "2999", "3000", "9999", "10000", "14999", "15000", "20000", "29000"];
    expect(given.filter((one) => isSlow("SlowRequests", one))).toEqual(given.slice(3));
    expect(given.filter((one) => isSlow("SlowStoreRequests", one))).toEqual(given.slice(7));
    for (const { contract } of storeRoutes) {
      const route = `${contract.method} ${API_PREFIX}${contract.path}`;
      expect(patterns.SlowRequests).toContain(`($.route != "${route}")`);
      expect(patterns.SlowStoreRequests).toContain(`($.route = "${route}")`);
    }
    expect(storeRoutes).toHaveLength(4);
  });

  it("watch every schedule, and the operations that run by themselves: migration and rotation", () => {
    const watched = alarms.filter(({ MetricName, Namespace }) => Namespace === "AWS/Lambda" && MetricName === "Errors");
    const schedules = ofType("AWS::Events::Rule").filter(({ Properties }) => Properties?.ScheduleExpression);

    // The canary, the probe and the check of safeguards by the runs that passed, and the gauges by what they write.
    const others = alarms.filter(({ Metrics }) => JSON.stringify(Metrics)?.includes("FILL(invocations, 0)"));
    const operations = 2;
    // All functions of the account together, and the canary once more.
    const besides = stage.canary ? 2 : 1;
    expect(watched).toHaveLength(schedules.length - others.length - 1 + operations + besides);
  });

  it("or the dashboard read every metric that the functions write, by service and platform alone", () => {
    const dashboards = ofType("AWS::CloudWatch::Dashboard").map(({ Properties }) => JSON.stringify(Properties));
    const shown = [...dashboards, ...alarms.map((alarm) => JSON.stringify(alarm))].join();

    for (const name of nonEmpty(Object.keys(measureUnits))) expect(shown).toContain(name);
    expect(dashboards.join()).toContain(`\\"service\\",\\"shelfwatch-${stage.name}\\"`);
    expect(shown).not.toMatch(/\\"(reason|phase)\\"|"Name":"(reason|phase)"/);
  });

  it("and its dashboards have at most the 50 metrics of CloudWatch's free tier, three of them", () => {
    const dashboards = ofType("AWS::CloudWatch::Dashboard").map(({ Properties }) => JSON.stringify(Properties));

    expect(dashboards.length).toBeLessThanOrEqual(3);
    for (const dashboard of dashboards) expect(dashboardMetrics(dashboard)).toBeLessThanOrEqual(50);
  });
});

/** Returns the metrics of a dashboard's body, which is JSON in JSON. */
function dashboardMetrics(body: string): number {
  return body.match(/\[\\+"(?:AWS\/|Shelfwatch)/g)?.length ?? 0;
}

describe("the runbook", () => {
  it("names events that the code logs", () => {
    const events = [
      ...runbook.matchAll(/`((?:sync|chart|sweep|store|queue|database|request|item|route)(?:\.[a-z_]+)+)`/g),
    ];
    const logged = events.map(([, event]) => event);

    expect(new Set(logged).size).toBeGreaterThan(10);
    expect(logged.filter((event) => !isInCode(`"${event}"`))).toEqual([]);
  });

  it("has no heading of trouble without an alarm, but for the bill, which AWS mails", () => {
    const [troubles = ""] = runbook.split("\n## Operations\n");
    const found = [...troubles.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);

    expect(found.toSorted()).toEqual([...headings, ...noticeHeadings, "Costs"].toSorted());
  });
});

describe("the alarms on sweeps", () => {
  const resourcesOf = (templates: ReturnType<typeof synthesiseStage>, type: string) =>
    Object.values(templates)
      .flatMap(({ Resources }) => Object.values(Resources))
      .filter(({ Type }) => Type === type);
  const alarmsOf = (templates: ReturnType<typeof synthesiseStage>) =>
    resourcesOf(templates, "AWS::CloudWatch::Alarm")
      .map(({ Properties: alarm }) => [
        /"MetricName":"(Sweep\w+)"/.exec(JSON.stringify(alarm))?.[1],
        alarm?.Threshold,
        alarm?.AlarmDescription,
      ])
      .filter(([metric]) => metric !== undefined)
      .toSorted();

  it("watch the platforms that have them: the delay, and as many incomplete responses as one batch has attempts", () => {
    expect(alarmsOf(synthesiseStage(prod))).toEqual([
      [
        "SweepLagSeconds",
        1,
        "The metric SweepLagSeconds of ios is no longer written. Runbook: docs/runbook.md#missing-metrics",
      ],
      ["SweepLagSeconds", 10_800, "The ios sweep is 3 hours behind. Runbook: docs/runbook.md#late-sweep"],
      ["SweepMassMisses", 3, "The ios store leaves out many apps. Runbook: docs/runbook.md#apps-left-out"],
    ]);
  });

  it("are left out where sweeps are off, and so are their graphs", () => {
    const templates = synthesiseStage({ ...prod, sweep: { ...prod.sweep, schedule: "off" } }, oneEndpoint);

    expect(alarmsOf(templates)).toEqual([]);
    expect(JSON.stringify(resourcesOf(templates, "AWS::CloudWatch::Dashboard"))).not.toContain("Sweep");
  });
});

describe("a stage that should cost next to nothing", () => {
  it("watches only its dead letters", () => {
    const resources = Object.values(synthesiseStage(dev)).flatMap(({ Resources }) => Object.values(Resources));
    const alarms = resources.filter(({ Type }) => Type === "AWS::CloudWatch::Alarm");

    expect(alarms.map(({ Properties }) => Properties?.MetricName)).toEqual(
      Array(6).fill("ApproximateNumberOfMessagesVisible"),
    );
    expect(resources.filter(({ Type }) => Type === "AWS::CloudWatch::Dashboard")).toEqual([]);
  });
});

describe("the recipients of alarms", () => {
  it("are those of the stage, with the address of its runbook", () => {
    const runbookUrl = "https://example.com/runbook";
    const stage = { ...prod, alarmEmails: ["on-call@example.com"], runbookUrl };
    const templates = Object.values(synthesiseStage(stage, oneEndpoint));
    const subscriptions = templates.flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => Type === "AWS::SNS::Subscription"),
    );

    const budgets = templates.flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => Type === "AWS::Budgets::Budget"),
    );

    expect(subscriptions.map(({ Properties }) => [Properties?.Protocol, Properties?.Endpoint])).toEqual(
      Array(2).fill(["email", "on-call@example.com"]),
    );
    expect(JSON.stringify(templates)).toContain("Runbook: https://example.com/runbook#queue-age");
    expect(budgets).toHaveLength(1);
    expect(JSON.stringify(budgets)).toContain('"BudgetLimit":{"Amount":150,"Unit":"USD"}');
    expect(JSON.stringify(budgets)).toContain('{"Address":"on-call@example.com","SubscriptionType":"EMAIL"}');
  });
});
