import { describe, expect, it } from "vitest";

import {
  consentEndpoints,
  type EndpointDefinition,
  type EndpointNeeds,
  endpoints,
  feedEndpoints,
  linkEndpoints,
  sessionEndpoints,
} from "../../functions/endpoints.ts";
import { servedEndpoints, servedOAuthEndpoints } from "../../infra/aws/endpoint-groups.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { mailing } from "./fixtures/mailing-stage.ts";
import { ownFunctions, readPermissions } from "./fixtures/read-permissions.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

/** The stage prod of an operator who lets any client register itself. */
const registering: Stage = { ...prod, api: { ...prod.api, oauth: { registration: "open", reservedConcurrency: 10 } } };

type Rights = readonly string[];

const on = (target: string, ...actions: readonly string[]): Rights => actions.map((action) => `${action} on ${target}`);

const log = on("its log", "logs:CreateLogStream", "logs:PutLogEvents");
const trace = on("everything", "xray:PutTelemetryRecords", "xray:PutTraceSegments");
const always = (name: string, { tracing }: Stage): Rights => {
  const mayTrace =
    (tracing.consumers || !name.endsWith("-consumer")) &&
    (tracing.scrapers || !name.endsWith("-scraper")) &&
    name !== "send-webhook";
  return mayTrace ? [...log, ...trace] : log;
};

/** Actions without a resource that Lambda itself takes; the function's own code is denied them. */
const interfaceActions = [
  "ec2:AssignPrivateIpAddresses",
  "ec2:CreateNetworkInterface",
  "ec2:DeleteNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:UnassignPrivateIpAddresses",
];
const network = interfaceActions.flatMap((action) => [
  `${action} on everything`,
  `deny ${action} on everything when {"Null":{"lambda:SourceFunctionArn":"false"}}`,
]);

const read = (secret: string) => on(secret, "secretsmanager:DescribeSecret", "secretsmanager:GetSecretValue");
const readLogin = ({ email }: Stage) => (email === "off" ? [] : read(email.secretArn));
const connect = [...network, ...read("the app's secret")];
const rotate = [
  ...["the app's secret", "the owner's secret"].flatMap((secret) =>
    on(secret, "secretsmanager:PutSecretValue", "secretsmanager:UpdateSecretVersionStage"),
  ),
  "secretsmanager:GetRandomPassword on everything",
];
const describeQueue = ["sqs:GetQueueAttributes", "sqs:GetQueueUrl"];
const send = (...queues: readonly string[]) =>
  queues.flatMap((queue) => on(`queue ${queue}`, "sqs:SendMessage", ...describeQueue));
const consume = (queue: string) =>
  on(`queue ${queue}`, "sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", ...describeQueue);
const safeguards = [
  "rds:DescribeDBClusters on cluster shelfwatch-prod",
  "kms:DescribeKey on the database's key",
  ...["critical", "warning"].map((severity) => `sns:GetTopicAttributes on topic shelfwatch-prod-${severity}`),
];
const redrive = (...queues: readonly string[]) =>
  queues.flatMap((queue) => [
    ...on(
      `queue ${queue}-dlq`,
      "sqs:StartMessageMoveTask",
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
    ),
    ...on(`queue ${queue}`, "sqs:SendMessage"),
  ]);
const call = (name: string): Rights => [
  `lambda:InvokeFunctionUrl on function ${name} when {"StringEquals":{"lambda:FunctionUrlAuthType":"AWS_IAM"}}`,
  `lambda:InvokeFunction on function ${name} when {"Bool":{"lambda:InvokedViaFunctionUrl":true}}`,
];

const canaryRights: Rights = [...read("the canary's account"), "lambda:InvokeFunction on function create-user"];

const tracked = ["sync-tracked-ios", "sync-tracked-android"];
const onDemand = ["sync-on-demand-ios", "sync-on-demand-android"];
const charts = ["charts-ios", "charts-android"];

const endpointRights: Readonly<Record<EndpointNeeds, Rights>> = {
  database: connect,
  budgets: connect,
  sessions: connect,
  webhooks: connect,
  keywords: connect,
  oauth: connect,
  sender: [...connect, ...call("send-webhook")],
  on_demand_queues: [...connect, ...send(...onDemand)],
  chart_queues: [...connect, ...send(...charts)],
  keyword_queues: [...connect, ...send(...charts)],
  stores: [...connect, ...call("ios-scraper"), ...call("android-scraper")],
};

const platformRights = platforms.flatMap((platform): readonly (readonly [string, Rights])[] => {
  const queues = [`sync-tracked-${platform}`, `sync-on-demand-${platform}`];
  const syncConsumer = [...connect, ...call(`${platform}-scraper`), ...send(...queues)];
  const chartQueue = `charts-${platform}`;
  return [
    [`${platform}-scraper`, []],
    [`sync-tracked-${platform}-consumer`, [...syncConsumer, ...consume(`sync-tracked-${platform}`)]],
    [`sync-on-demand-${platform}-consumer`, [...syncConsumer, ...consume(`sync-on-demand-${platform}`)]],
    [
      `${chartQueue}-consumer`,
      [...connect, ...call(`${platform}-scraper`), ...send(chartQueue), ...consume(chartQueue)],
    ],
    [`start-daily-charts-${platform}`, [...connect, ...send(chartQueue)]],
  ];
});

const rowRights = (rows: readonly EndpointDefinition[], prefix = "") =>
  rows.map(({ contract, needs }) => [prefix + kebabCase(contract.operation), endpointRights[needs]] as const);

/** Rights of each function besides its own log and traces. A function that is not named here fails the tests. */
const rightsIn = (stage: Stage): ReadonlyMap<string, Rights> =>
  new Map([
    ["migrate", [...connect, ...read("the owner's secret")]],
    ["rotate-password", [...connect, ...read("the owner's secret"), ...rotate]],
    ["run-migrations", [...connect, ...read("the owner's secret")]],
    ["maintain-database", connect],
    ["pause-platform", connect],
    ["resume-platform", connect],
    ["export-user", connect],
    ["create-user", connect],
    ["delete-user", connect],
    ["reset-password", connect],
    ["move-charts", connect],
    ["resync-app", [...connect, ...send(...onDemand)]],
    ["redrive-queue", redrive(...tracked, ...onDemand, ...charts)],
    ...(stage.webhooks.delivery === "on"
      ? [
          ["send-webhook", []] as const,
          ["dispatch-webhooks", [...connect, ...call("send-webhook"), ...readLogin(stage)]] as const,
        ]
      : []),
    ["start-due-syncs", [...connect, ...send(...tracked)]],
    ["sweep-storefronts", [...connect, ...send(...tracked, ...onDemand)]],
    ["resend-syncs", [...connect, ...send(...tracked, ...onDemand)]],
    ["resend-charts", [...connect, ...send(...charts)]],
    ["respond-to-unknown-route", []],
    ...platformRights,
    ...rowRights(servedEndpoints(stage, endpoints)),
    ...(stage.canary ? [["visit-api", canaryRights] as const, ["probe-api", canaryRights] as const] : []),
    ...(stage.monitoring === "full" ? [["measure-service", connect] as const] : []),
    ...(stage.keepData ? [["check-safeguards", safeguards] as const] : []),
    ...rowRights(feedEndpoints),
    ...(stage.email === "off" ? [] : rowRights(linkEndpoints)),
    ...rowRights(sessionEndpoints),
    ...(stage.api.oauth === "off" ? [] : rowRights([...servedOAuthEndpoints(stage), ...consentEndpoints])),
    ["show-dashboard-page", []],
    ...(stage.api.mcp === "off" ? [] : [["serve-mcp", []] as const]),
    ...(stage.api.documentation ? [["show-documentation-page", []] as const] : []),
  ]);

function kebabCase(operation: string): string {
  return operation.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}

describe.each([
  { of: "prod", stage: prod },
  { of: "dev", stage: dev },
  { of: "a stage that sends mail", stage: mailing },
  { of: "a stage where clients register themselves", stage: registering },
])("in $of", ({ stage }) => {
  const templates = synthesiseStage(stage);
  const permissions = readPermissions(templates);
  const rights = rightsIn(stage);

  it("every function is listed here with its permissions", () => {
    expect([...permissions.keys()].toSorted()).toEqual([...rights.keys()].toSorted());
  });

  it.each([...rights])("[SVC-7 SVC-8 QUE-2] %s has exactly these permissions", (name, expected) => {
    const allowed = new Set([...always(name, stage), ...expected]);
    expect([...new Set(permissions.get(name))].toSorted()).toEqual([...allowed].toSorted());
  });

  it("only functions that use the database are in its network", () => {
    const functions = Object.values(templates).flatMap((template) =>
      ownFunctions(template).map(([, { Properties }]) => ({
        isInNetwork: Properties?.VpcConfig !== undefined,
        usesDatabase: JSON.stringify(Properties).includes("DATABASE_HOST"),
      })),
    );

    expect(functions.every(({ isInNetwork, usesDatabase }) => isInNetwork === usesDatabase)).toBe(true);
    expect(functions.some(({ isInNetwork }) => !isInNetwork)).toBe(true);
  });
});
