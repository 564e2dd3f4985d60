import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { runbookHeadings, runbookLink } from "../../infra/aws/constructs/service-alarm.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { measureUnits } from "../../lib/runtime/measures.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

const runbook = readFileSync(join(import.meta.dirname, "../../docs/runbook.md"), "utf8");

describe.each([prod, { ...dev, monitoring: "full" as const }])("the alarms of stage $name", (stage) => {
  const templates = Object.values(synthesiseStage(stage));
  const ofType = (type: string) =>
    templates.flatMap(({ Resources }) => Object.values(Resources).filter(({ Type }) => Type === type));
  const alarms = ofType("AWS::CloudWatch::Alarm").map(({ Properties }) => Properties ?? {});

  it("link to a heading of the runbook, and each heading has an alarm", () => {
    const links = alarms.map(({ AlarmDescription }) => /docs\/runbook\.md#[\w-]+$/.exec(String(AlarmDescription))?.[0]);

    expect(new Set(links)).toEqual(new Set(runbookHeadings.map(runbookLink)));
    for (const heading of runbookHeadings) expect(runbook).toContain(`\n## ${heading}\n`);
  });

  it("notify the deployment's topic of the trouble and of its end", () => {
    const [topic] = ofType("AWS::SNS::Topic");
    expect(topic?.Properties?.TopicName).toBe(`shelfwatch-${stage.name}-alarms`);

    for (const { AlarmActions, OKActions } of alarms) {
      expect(JSON.stringify(AlarmActions)).toContain(`:shelfwatch-${stage.name}-alarms`);
      expect(OKActions).toEqual(AlarmActions);
    }
  });

  it("may publish to the topic", () => {
    const [policy] = ofType("AWS::SNS::TopicPolicy").map(({ Properties }) => JSON.stringify(Properties));

    expect(policy).toContain(
      '{"Action":"sns:Publish","Condition":{"StringEquals":{"aws:SourceAccount":{"Ref":"AWS::AccountId"}}},' +
        '"Effect":"Allow","Principal":{"Service":"cloudwatch.amazonaws.com"}',
    );
  });

  it("add up two metrics of which one was never written", () => {
    const expressions = JSON.stringify(alarms).match(/"Expression":"[^"]*first[^"]*"/g);

    expect(new Set(expressions)).toEqual(new Set(['"Expression":"SUM([first, second])"']));
  });

  it("watch the age and the dead letters of each of the six queues", () => {
    const byMetric = (name: string) => alarms.filter(({ MetricName }) => MetricName === name);

    expect(byMetric("ApproximateAgeOfOldestMessage")).toHaveLength(6);
    expect(byMetric("ApproximateNumberOfMessagesVisible")).toHaveLength(6);
  });

  it("watch every schedule", () => {
    const watched = alarms.filter(({ MetricName, Namespace }) => Namespace === "AWS/Lambda" && MetricName === "Errors");

    expect(watched).toHaveLength(ofType("AWS::Events::Rule").length);
  });

  it("and the dashboard read every metric that the functions write, with its dimensions", () => {
    const [dashboard] = ofType("AWS::CloudWatch::Dashboard");
    const shown = JSON.stringify(dashboard?.Properties);

    for (const name of Object.keys(measureUnits)) expect(shown).toContain(name);
    expect(shown).toContain(`\\"service\\",\\"shelfwatch-${stage.name}\\"`);
  });
});

describe("the alarms on sweeps", () => {
  const resourcesOf = (stage: Stage, type: string) =>
    Object.values(synthesiseStage(stage))
      .flatMap(({ Resources }) => Object.values(Resources))
      .filter(({ Type }) => Type === type);
  const alarmsOf = (stage: Stage) =>
    resourcesOf(stage, "AWS::CloudWatch::Alarm")
      .map(({ Properties: alarm }) => [
        /"MetricName":"(Sweep\w+)"/.exec(JSON.stringify(alarm))?.[1],
        alarm?.Threshold,
        alarm?.AlarmDescription,
      ])
      .filter(([metric]) => metric !== undefined)
      .toSorted();

  it("watch the platforms that have them: the delay, and as many incomplete responses as one batch has attempts", () => {
    expect(alarmsOf(prod)).toEqual([
      ["SweepLagSeconds", 10_800, "The ios sweep is 3 hours behind. Runbook: docs/runbook.md#late-sweep"],
      ["SweepMassMisses", 3, "The ios store leaves out many apps. Runbook: docs/runbook.md#apps-left-out"],
    ]);
  });

  it("are left out where sweeps are off, and so are their graphs", () => {
    const stage: Stage = { ...prod, sweep: { ...prod.sweep, schedule: "off" } };

    expect(alarmsOf(stage)).toEqual([]);
    expect(JSON.stringify(resourcesOf(stage, "AWS::CloudWatch::Dashboard"))).not.toContain("Sweep");
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
  it("are those of the stage", () => {
    const templates = Object.values(synthesiseStage({ ...prod, alarmEmails: ["on-call@example.com"] }));
    const subscriptions = templates.flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => Type === "AWS::SNS::Subscription"),
    );

    expect(subscriptions.map(({ Properties }) => [Properties?.Protocol, Properties?.Endpoint])).toEqual([
      ["email", "on-call@example.com"],
    ]);
  });
});
