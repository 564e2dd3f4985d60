import { beforeAll, describe, expect, it } from "vitest";
import { API_PREFIX } from "../../../functions/endpoints.ts";
import { local } from "../../../infra/aws/local-stages.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { listHostedResources } from "../../../infra/local/host/hosted-resources.ts";
import { createHttpApi } from "../../../infra/local/host/http-api.ts";
import type { Model } from "../../../infra/local/host/model.ts";
import { readModel } from "../../../infra/local/host/read-model.ts";
import { nameResources } from "../../../infra/local/host/resource-names.ts";
import type { Resource, Template } from "../../../infra/templates/template.ts";
import { synthesiseStacks } from "../fixtures/synthesise-stage.ts";

type Templates = Readonly<Record<string, Template>>;

/** What surrounds functions on AWS alone; the host of a laptop rejects a stage that has it. */
const DEPLOYED_ALONE =
  /^AWS::(Backup|Budgets|CE|CertificateManager|CloudWatch|CodeDeploy|EC2|Events::EventBus|IAM|KMS|Logs|RDS|Route53|S3|SNS|Scheduler|Synthetics)::|^AWS::ApiGatewayV2::(ApiMapping|DomainName)$|^AWS::SecretsManager::(ResourcePolicy|RotationSchedule)$/;

const NOTHING = /^$/;
const COUNTRIES = `${API_PREFIX}/countries`;

/** Reads templates as the host does, without starting anything. */
function read(templates: Templates, besides = DEPLOYED_ALONE): Model {
  const resources = listHostedResources(templates, (type) => besides.test(type));
  return readModel(
    resources,
    nameResources(templates, resources, {
      apiUrl: "http://api",
      queueUrl: (name) => `http://queues/${name}`,
      functionUrl: (key) => `http://${key}/`,
      attributeBesides: (type, name) => `${type} ${name}`,
    }),
  );
}

let deployed: Templates;
beforeAll(() => {
  deployed = synthesiseStacks(prod);
});

type Change = (
  properties: Readonly<Record<string, unknown>>,
  logicalId: string,
) => Readonly<Record<string, unknown>> | null;

/** Returns the templates with other properties of one type, or with none of it where there is null. */
function changed(type: string, change: Change): Templates {
  const ofStack = ({ Resources, ...rest }: Template): Template => {
    const kept = Object.entries(Resources).flatMap(([logicalId, resource]): [string, Resource][] => {
      if (resource.Type !== type) return [[logicalId, resource]];
      const Properties = change(resource.Properties ?? {}, logicalId);
      return Properties === null ? [] : [[logicalId, { ...resource, Properties }]];
    });
    return { ...rest, Resources: Object.fromEntries(kept) };
  };
  return Object.fromEntries(Object.entries(deployed).map(([stack, template]) => [stack, ofStack(template)]));
}

/** Returns the templates with another action in the place of one. */
function withoutAction(action: string): Templates {
  return changed("AWS::IAM::Policy", (properties) =>
    JSON.parse(JSON.stringify(properties).replaceAll(JSON.stringify(action), '"sqs:ListQueues"')),
  );
}

async function statusOf(model: Model, path: string): Promise<number> {
  const api = createHttpApi(model, async () => ({ ok: true, payload: '{"statusCode":204}' }));
  const request = { method: "GET", target: path, headers: {}, body: Buffer.alloc(0), sourceIp: "127.0.0.1" };
  return (await api(request)).statusCode;
}

describe("the templates of prod, as the host reads them", () => {
  it("have a function that may be invoked for each route and rule, and queues that their consumers may read", () => {
    const model = read(deployed);

    expect(model.routes.filter(({ isPermitted }) => !isPermitted)).toEqual([]);
    expect(model.schedules.map(({ targets }) => targets.length)).toEqual(model.schedules.map(() => 1));
    expect(model.schedules.length).toBeGreaterThan(4);
    expect(model.sources).toHaveLength(6);
    expect(model.throttles.ofStage).toEqual({ perSecond: prod.api.throttle.rate, burst: prod.api.throttle.burst });
  });

  it("are those of a laptop, but for what surrounds functions on AWS alone", () => {
    const [onLaptop, onAws] = [read(synthesiseStacks(local), NOTHING), read(deployed)];

    const permitted = ({ routes }: Model) => routes.filter(({ isPermitted }) => isPermitted).length;
    expect([permitted(onLaptop), onLaptop.sources.length]).toEqual([onLaptop.routes.length, onAws.sources.length]);
    expect(onLaptop.schedules.flatMap(({ targets }) => targets)).toHaveLength(onLaptop.schedules.length);
  });

  it.each([
    ["AWS::Lambda::Function", "Layers"],
    ["AWS::Lambda::Function", "EphemeralStorage"],
    ["AWS::Lambda::EventSourceMapping", "FilterCriteria"],
    ["AWS::Events::Rule", "EventPattern"],
    ["AWS::SQS::Queue", "FifoQueue"],
    ["AWS::ApiGatewayV2::Route", "AuthorizerId"],
    ["AWS::IAM::Policy", "Groups"],
    ["AWS::IAM::Role", "ManagedPolicyArns"],
    ["AWS::IAM::Role", "PermissionsBoundary"],
    ["AWS::SSM::Parameter", "Policies"],
  ])("are rejected where a %s has %s, which the host does not know", (type, name) => {
    const templates = changed(type, (properties) => ({ ...properties, [name]: {} }));

    expect(() => read(templates)).toThrow(new RegExp(`does not know ${name} of .*, a ${type}`));
  });

  it("have rules for events of AWS, which never come here, and are rejected where one waits for others", () => {
    const waits = changed("AWS::Events::Rule", (rule) =>
      rule.EventPattern ? { ...rule, EventPattern: { source: ["shelfwatch"] } } : rule,
    );

    const rules = Object.values(deployed).flatMap(({ Resources }) => Object.values(Resources));
    const scheduled = rules.filter(({ Type, Properties }) => Type === "AWS::Events::Rule" && !Properties?.EventPattern);

    expect(read(deployed).schedules).toHaveLength(scheduled.length);
    expect(() => read(waits)).toThrow(/does not know EventPattern of .*, a AWS::Events::Rule/);
  });

  it("fail every route with 500 whose function API Gateway has no permission to invoke", async () => {
    const model = read(changed("AWS::Lambda::Permission", () => null));

    expect(await statusOf(read(deployed), COUNTRIES)).toBe(204);
    expect(await statusOf(model, COUNTRIES)).toBe(500);
  });

  it("invoke nothing by a rule without a permission, and run none that is disabled", () => {
    const unpermitted = read(changed("AWS::Lambda::Permission", () => null));
    const disabled = read(changed("AWS::Events::Rule", (rule) => ({ ...rule, State: "DISABLED" })));

    expect(unpermitted.schedules.flatMap(({ targets }) => targets)).toEqual([]);
    expect(disabled.schedules).toEqual([]);
  });

  it("read no queue by a mapping that is disabled, and are rejected where a consumer may not receive", () => {
    const disabled = changed("AWS::Lambda::EventSourceMapping", (mapping) => ({ ...mapping, Enabled: false }));

    expect(read(disabled).sources).toEqual([]);
    expect(() => read(withoutAction("sqs:ReceiveMessage"))).toThrow(/does not allow sqs:ReceiveMessage on/);
  });

  it("are rejected where Lambda may not assume the role of a function", () => {
    const templates = changed("AWS::IAM::Role", (role) =>
      JSON.parse(JSON.stringify(role).replaceAll("lambda.amazonaws.com", "ec2.amazonaws.com")),
    );

    expect(() => read(templates)).toThrow(/Lambda may not assume the role of /);
  });

  it("are rejected where no stack keeps the value that another reads by its name, or where its type is another", () => {
    const elsewhere = changed("AWS::SSM::Parameter", (kept) => ({ ...kept, Name: `${kept.Name}-of-before` }));
    const list = Object.entries(deployed).map(([stack, template]): [string, Template] => [
      stack,
      JSON.parse(JSON.stringify(template).replaceAll("SSM::Parameter::Value<String>", "SSM::Parameter::Value<List>")),
    ]);

    expect(() => read(elsewhere)).toThrow("No stack keeps the parameter /shelfwatch/prod/ios-scraper-url");
    expect(() => read(Object.fromEntries(list))).toThrow(
      "does not know parameters of AWS::SSM::Parameter::Value<List>",
    );
  });

  it("let a function send to a queue only with sqs:SendMessage", () => {
    const start = (model: Model) => model.functions.find(({ name }) => name.startsWith("start-due-syncs"))?.arn ?? "";
    const queue = (model: Model) =>
      model.sources.find(({ queueName }) => queueName.includes("tracked"))?.queueArn ?? "";
    const maySend = (model: Model) => model.roleAllows(start(model), "sqs:SendMessage", queue(model));

    expect([maySend(read(deployed)), maySend(read(withoutAction("sqs:SendMessage")))]).toEqual([true, false]);
  });

  it("take no more requests than the stage, or a route of its own settings, allows, and respond 429 to others", async () => {
    const settings = { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 };
    const ofStage = read(
      changed("AWS::ApiGatewayV2::Stage", (stage) => ({ ...stage, DefaultRouteSettings: settings })),
    );
    let nowMs = 0;
    const invoke = async () => ({ ok: true, payload: '{"statusCode":204}' }) as const;
    const request = { method: "GET", target: COUNTRIES, headers: {}, body: Buffer.alloc(0), sourceIp: "::1" };
    const statuses = async (api: ReturnType<typeof createHttpApi>) => {
      const found: number[] = [];
      for (let count = 0; count < 3; count += 1) found.push((await api(request)).statusCode);
      return found;
    };

    const shared = createHttpApi(ofStage, invoke, () => nowMs);
    expect(await statuses(shared)).toEqual([204, 204, 429]);
    nowMs += 1_000;
    expect(await statuses(shared)).toEqual([204, 429, 429]);
    const ofRoute = { ofStage: undefined, ofRoutes: new Map([[`GET ${COUNTRIES}`, { perSecond: 1, burst: 1 }]]) };
    expect(await statuses(createHttpApi({ ...ofStage, throttles: ofRoute }, invoke, () => 0))).toEqual([204, 429, 429]);
  });
});
