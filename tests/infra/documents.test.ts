import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import {
  consentEndpoints,
  endpoints,
  feedEndpoints,
  oauthEndpoints,
  sessionEndpoints,
} from "../../functions/endpoints.ts";
import { tools } from "../../functions/mcp/generated/tools.ts";
import { reservedForReadings } from "../../infra/aws/document-readings.ts";
import { pipelineCalls } from "../../infra/aws/isolation-checks.ts";
import { zoneIds } from "../../infra/aws/regions.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { SENT_AT_ONCE } from "../../lib/domain/webhook.ts";
import { prompts } from "../../lib/mcp/prompts.ts";
import { RESULT_CHARACTERS_MAX, ROWS_PER_PAGE } from "../../lib/mcp/tool.ts";
import { readRules } from "../architecture/rules.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "..", "..");
const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);

const stacks = ["data", "scrapers", "pipeline", "api", "canary"];
const named = [dev, prod].flatMap((stage) => [
  `shelfwatch-${stage.name}`,
  ...stacks.map((stack) => `shelfwatch-${stage.name}-${stack}`),
  ...Object.values(synthesiseStage(stage)).flatMap((template) => [
    ...resourcesOf(template, "AWS::Lambda::Function").flatMap(([, { Properties }]) => Properties?.FunctionName ?? []),
    ...resourcesOf(template, "AWS::RDS::DBInstance").flatMap(
      ([, { Properties }]) => Properties?.DBInstanceIdentifier ?? [],
    ),
  ]),
]);

describe.each(["deploy.md", "runbook.md"])("docs/%s", (name) => {
  const text = readFileSync(join(root, "docs", name), "utf8");
  const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, match]) => match))];

  it("names commands that exist", () => {
    const commands = found(/npm run ([\w:]+)/g);

    expect(commands).not.toEqual([]);
    expect(scripts).toEqual(expect.arrayContaining(commands));
  });

  it("names stacks, clusters and functions that are deployed", () => {
    const deployed = found(/\b(shelfwatch-(?:dev|prod)(?:-[a-z]+)*)\b(?!-)/g);

    expect(deployed).not.toEqual([]);
    expect(named).toEqual(expect.arrayContaining(deployed));
  });
});

describe("docs/runbook.md", () => {
  it("has a row for every operation", () => {
    const text = readFileSync(join(root, "docs", "runbook.md"), "utf8");
    const operations = readdirSync(join(root, "functions", "operations")).map((file) => file.replace(".ts", ""));

    for (const operation of nonEmpty(operations)) {
      expect(text).toContain(`\n| \`${operation}\` |`);
      expect(named).toContain(`shelfwatch-prod-${operation}`);
    }
  });
});

describe("docs/mcp.md", () => {
  const text = readFileSync(join(root, "docs", "mcp.md"), "utf8");
  const section = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const namesIn = (cells: string) => [...cells.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name).toSorted();

  it("has each tool in its table, as one that reads or one that writes", () => {
    const rows = section("Tools").match(/^\| (?!Subject)\w.*$/gm) ?? [];
    const cells = rows.map((row) => row.split("|"));
    const named = (isRead: boolean) =>
      tools.filter(({ annotations }) => annotations.readOnlyHint === isRead).map(({ name }) => name);

    expect(namesIn(cells.map(([, , reads]) => reads).join(""))).toEqual(named(true).toSorted());
    expect(namesIn(cells.map(([, , , writes]) => writes).join(""))).toEqual(named(false).toSorted());
  });

  it.each(prompts)("has the prompt $name with its arguments", ({ name, arguments: args }) => {
    const [, , , given = ""] = new RegExp(`^\\| \`${name}\`.*$`, "m").exec(section("Prompts"))?.[0].split("|") ?? [];

    expect([...given.matchAll(/`([^`]+)`/g)].map(([, argument]) => argument)).toEqual(
      args.map((argument) => (argument.required ? argument.name : `${argument.name}?`)),
    );
  });

  const requirements = section("Security of connections").match(/^\| 10\..*$/gm) ?? [];

  it.each(requirements.map((row) => row.split("|").map((cell) => cell.trim())))(
    "names rules for the requirement %s%s, or the reason why there are none",
    (_before, _requirement, _level, how = "", rules = "") => {
      const named = rules.split(", ").filter((id) => id !== "");

      expect(readRules().map(({ id }) => id)).toEqual(expect.arrayContaining(named));
      expect(named.length === 0).toBe(/^(Not met|Does not apply): \w+/.test(how));
    },
  );

  it("has a row for each requirement that concerns an authorization server or a resource server", () => {
    const ids = requirements.map((row) => row.match(/10\.\d+\.\d+/)?.[0]);
    const chapter = (part: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${part}.${index + 1}`);

    expect(ids).toEqual([chapter("10.1", 2), chapter("10.3", 5), chapter("10.4", 16), chapter("10.7", 3)].flat());
  });

  it("names the number of tools, the rows of a page and the length of a result", () => {
    expect(text).toContain(`There are ${tools.length} tools.`);
    expect(text).toContain(`pages of ${ROWS_PER_PAGE} rows`);
    expect(text).toContain(`at most ${RESULT_CHARACTERS_MAX.toLocaleString("en-US")} characters`);
  });
});

describe("docs/deploy.md for somebody new", () => {
  const text = readFileSync(join(root, "docs/deploy.md"), "utf8");
  const section = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const [dev, prod] = [section("2. Dev, in four commands"), section("3. Prod, in ten steps")];
  const steps = (part: string) => part.match(/^\d+\. .*(\n {3}.*|\n(?=\n {3}))*/gm) ?? [];

  it("names what takes days first", () => {
    expect(section("1. Before").trim()).toMatch(/^\*\*What takes days\*\*/);
  });

  it("has a path of four commands for dev, and one of ten steps for prod, and says of each what it prints", () => {
    const [, commands = ""] = /```\n([^`]+)\n```/.exec(dev) ?? [];

    expect([commands.split("\n").length, steps(dev).length, steps(prod).length]).toEqual([4, 4, 10]);
    for (const step of nonEmpty([...steps(dev), ...steps(prod)]))
      expect(step).toMatch(/prints?|asks|shows|a line of `ok`/);
  });

  it.each([
    ["infra/aws/run-cdk.ts", "Makes a bucket and roles for deployments in account "],
    ["infra/aws/deploy-stage.ts", " is there yet. Make all of it?"],
    ["infra/aws/deploy-stage.ts", "Deploy these changes to stage "],
    ["infra/aws/plan-deployment.ts", "Deployed. Now the database is protected from deletion."],
    ["infra/aws/find-unconfirmed.ts", "AWS Notification - Subscription Confirmation"],
    ["tests/smoke/deployed/run-smoke.ts", " steps passed in "],
  ])("quotes what %s prints: %s", (path, sentence) => {
    expect(readFileSync(join(root, path), "utf8")).toContain(sentence);
    expect(text).toContain(sentence);
  });
});

const ofProd = (type: string) =>
  Object.values(synthesiseStage(prod)).flatMap((template) =>
    resourcesOf(template, type).map(([, { Properties }]) => Properties ?? {}),
  );

describe("the numbers of the documents", () => {
  const regions = Object.keys(zoneIds).length;
  const functions = ofProd("AWS::Lambda::Function");
  const reserved = functions.reduce((sum, one) => sum + Number(one.ReservedConcurrentExecutions ?? 0), 0);
  const { accountConcurrency, mcp, storeRoutes, timeoutSeconds } = prod.api;
  const unreserved = accountConcurrency - reserved;
  const ofSender = Number(prod.webhooks.reservedConcurrency);
  const ofReadings = Number(reservedForReadings(prod.api));
  const ofAssistants = mcp === "off" ? 0 : mcp.throttle.burst + mcp.throttle.rate * timeoutSeconds;
  const { rate, burst } = storeRoutes?.throttle ?? {};
  const operations =
    endpoints.length + feedEndpoints.length + sessionEndpoints.length + consentEndpoints.length + oauthEndpoints.length;
  const { capacity, backupDays } = prod.database.cluster ?? {};

  it.each([
    ["deploy.md", `runs in ${regions} regions`],
    ["deploy.md", `requestsPerAddress\` (${mcp === "off" ? 0 : mcp.requestsPerAddress})`],
    ["deploy.md", `some ${10 * Math.round(functions.length / 10)} functions`],
    ["deploy.md", `${prod.budgetUsd} in prod, ${dev.budgetUsd} in dev`],
    ["deploy.md", `kept ${dev.logRetentionDays} days (dev) or ${prod.logRetentionDays} (prod)`],
    ["deploy.md", `for ${dev.database.cluster?.backupDays} day (dev) or ${backupDays} (prod)`],
    ["runbook.md", `MinCapacity=${capacity?.minAcu},MaxCapacity=${capacity?.maxAcu}`],
    ["deploy.md", `--desired-value ${accountConcurrency}`],
    ["privacy.md", `| ${dev.logRetentionDays} / ${prod.logRetentionDays} days |`],
    ["privacy.md", `| ${dev.database.cluster?.backupDays} / ${backupDays} days |`],
    ["adr/0030", `: ${regions} regions, each with the ids of two zones`],
    ["adr/0030", `each of the ${2 * regions} zones`],
    ["adr/0030", `reserves ${reserved} environments`],
    ["adr/0031", `| ${storeRoutes?.reservedConcurrency} | ${rate} a second, ${burst} at once |`],
    ["adr/0031", `each of the two scrapers | ${prod.scrapers.reservedConcurrency} |`],
    ["adr/0031", `the ${pipelineCalls(prod, "ios")} calls`],
    ["adr/0031", `${reserved} are reserved, and the other ${unreserved}`],
    ["adr/0031", `include ${ofSender + 1} for the sender of webhooks and its dispatcher`],
    ["adr/0031", `and ${ofReadings} for the endpoint that has the sender read documents`],
    [
      "adr/0051",
      `${ofSender} are reserved for the sender: ${SENT_AT_ONCE} for the requests of a tick, and ${ofReadings}`,
    ],
    [
      "adr/0054",
      `hold ${ofAssistants} environments of \`serve-mcp\` and ${ofAssistants} of endpoints. ${unreserved} are not`,
    ],
    ["adr/0031", `${operations} endpoints of 20 would take ${(20 * operations).toLocaleString("en-US")}`],
    ["deploy.md", `in the ${prod.rollbackMinutes} minutes after (\`rollbackMinutes\``],
    ["adr/0036", `for ${prod.rollbackMinutes} minutes after`],
  ])("are those of the code: %s says %s", (name, sentence) => {
    const [path] = globSync(`docs/${name}*`, { cwd: root });

    expect(readFileSync(join(root, path ?? name), "utf8")).toContain(sentence);
  });

  it("say as often as the template that both passwords are rotated", () => {
    const rules = ofProd("AWS::SecretsManager::RotationSchedule").map(({ RotationRules }) => RotationRules);
    const [, days] =
      /functions' password\.\*\* Secrets Manager rotates it every (\d+) days, as the owner's/.exec(
        readFileSync(join(root, "docs/deploy.md"), "utf8"),
      ) ?? [];

    const rule = { ScheduleExpression: `rate(${days} days)` };
    expect(rules).toEqual([rule, rule]);
  });
});
