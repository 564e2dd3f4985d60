import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Template } from "../../templates/template.ts";
import { createVariables, issueCredentials } from "./credentials.ts";
import type { Outcome } from "./environment.ts";
import { pollQueue } from "./event-source.ts";
import { createFunctionRunner, type FunctionRunner } from "./function-runner.ts";
import { keyOf, listHostedResources, ofType } from "./hosted-resources.ts";
import { createHttpApi } from "./http-api.ts";
import type { ReceivedRequest } from "./http-payload.ts";
import { createFunctionUrl, createInvocations } from "./lambda-requests.ts";
import { type Listeners, openListeners } from "./listeners.ts";
import type { Model } from "./model.ts";
import { createQueues } from "./queues.ts";
import { readModel } from "./read-model.ts";
import { LOCAL_REGION, nameResources } from "./resource-names.ts";
import { startSchedules } from "./schedules.ts";
import { loadSecrets, type SecretValues } from "./secrets.ts";
import { checkCallers } from "./service-calls.ts";
import { findSignatureFault } from "./verify-signature.ts";

export type TemplateHost = {
  readonly url: string;
  readonly sqsEndpoint: string;
  readonly queueUrl: (queueName: string) => string;
  readonly functionNames: readonly string[];
  readonly invoke: (functionName: string, event: unknown) => Promise<Outcome>;
  readonly killEnvironment: (functionName: string) => number;
  readonly stop: () => Promise<void>;
};

export type TemplateHostSettings = {
  readonly templates: Readonly<Record<string, Template>>;
  readonly bundlePathOf: (entry: string) => string;
  /** Resolves once the bundle of an entry is there. By default, all are. */
  readonly untilBundled?: (entry: string) => Promise<void>;
  readonly dataDir: string;
  readonly logDir: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly environmentsMax?: number;
  readonly secrets?: SecretValues;
  readonly onError: (error: unknown) => void;
  readonly onLogFailure: (error: Error) => void;
};

type Stops = (() => Promise<void> | void)[];

export async function hostTemplates(settings: TemplateHostSettings): Promise<TemplateHost> {
  const stops: Stops = [];
  const stop = async () => {
    await Promise.all(stops.splice(0).map((stopOne) => stopOne()));
  };
  try {
    return { ...(await start(settings, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(settings: TemplateHostSettings, stops: Stops): Promise<Omit<TemplateHost, "stop">> {
  await Promise.all([mkdir(settings.dataDir, { recursive: true }), mkdir(settings.logDir, { recursive: true })]);
  const resources = listHostedResources(settings.templates);
  const functionUrlKeys = ofType(resources, "AWS::Lambda::Url").map(keyOf);
  const listeners = await openListeners({ ...settings, functionUrlKeys, stops });
  const namesOf = nameResources(settings.templates, resources, {
    apiUrl: listeners.api.url,
    queueUrl: listeners.queueServer.queueUrl,
    functionUrl: (key) => `${listeners.functionUrls.get(key)?.url}/`,
  });
  const model = readModel(resources, namesOf);
  listeners.setSecrets({
    ...settings.secrets,
    ...(await loadSecrets(model.secrets, join(settings.dataDir, "secrets.json"))),
  });
  await createQueues(listeners.queueServer, model.queues);

  const runner = runFunctions(settings, { model, listeners });
  stops.push(runner.stop);
  await runTriggers(model, runner);
  startEvents(settings, { model, runner, listeners, stops });
  return {
    url: listeners.api.url,
    sqsEndpoint: listeners.queueServer.endpoint,
    queueUrl: listeners.queueServer.queueUrl,
    functionNames: runner.names,
    invoke: runner.invokeByName,
    killEnvironment: runner.killEnvironments,
  };
}

/** AWS requires both to call a function URL. */
const ACTIONS_TO_CALL = ["lambda:InvokeFunctionUrl", "lambda:InvokeFunction"];

function runFunctions(
  settings: TemplateHostSettings,
  { model, listeners }: { readonly model: Model; readonly listeners: Listeners },
): FunctionRunner {
  const { queueServer, secretsUrl, functionUrls, invocations } = listeners;
  const endpoints = { sqs: queueServer.endpoint, secrets: secretsUrl, lambda: invocations.url };
  const credentials = issueCredentials(model.functions);
  const { roleAllows } = model;
  listeners.rejectCalls(checkCallers({ ownerOf: credentials.ownerOf, roleAllows }));
  const runner = createFunctionRunner({
    ...settings,
    functions: model.functions,
    background: backgroundOf(model),
    variablesOf: (hosted) => createVariables({ hosted, endpoints, credentials: credentials.of(hosted.arn) }),
  });

  const rules = { region: LOCAL_REGION, service: "lambda", secretOf: credentials.secretOf, now: () => new Date() };
  for (const functionUrl of model.functionUrls) {
    const isAllowed = (accessKeyId: string) =>
      ACTIONS_TO_CALL.every((action) =>
        roleAllows(credentials.ownerOf(accessKeyId) ?? "", action, functionUrl.functionArn, { isViaUrl: true }),
      );
    const findFault = (request: ReceivedRequest) => findSignatureFault(request, { ...rules, isAllowed });
    functionUrls
      .get(functionUrl.key)
      ?.respondWith(createFunctionUrl({ functionUrl, invoke: runner.invoke, findFault }));
  }
  invocations.respondWith(
    createInvocations({
      functions: model.functions,
      invoke: runner.invoke,
      findFault: (request, functionArn) =>
        findSignatureFault(request, {
          ...rules,
          isAllowed: (accessKeyId) =>
            roleAllows(credentials.ownerOf(accessKeyId) ?? "", "lambda:InvokeFunction", functionArn),
        }),
    }),
  );
  return runner;
}

function backgroundOf({ schedules, sources }: Model): ReadonlySet<string> {
  const started = schedules.flatMap(({ targets }) => targets);
  return new Set([...started, ...sources].map(({ functionArn }) => functionArn));
}

async function runTriggers({ triggers }: Model, runner: FunctionRunner): Promise<void> {
  for (const functionArn of triggers) {
    const outcome = await runner.invoke(functionArn, {});
    if (!outcome.ok) throw new Error(`${functionArn.split(":").at(-1)} failed: ${outcome.errorMessage}`);
  }
}

function startEvents(
  { onError }: TemplateHostSettings,
  parts: {
    readonly model: Model;
    readonly runner: FunctionRunner;
    readonly listeners: Listeners;
    readonly stops: Stops;
  },
): void {
  const { model, runner, listeners, stops } = parts;
  const polling = new AbortController();
  stops.push(() => polling.abort());
  for (const source of model.sources) {
    pollQueue({ source, server: listeners.queueServer, invoke: runner.invoke, signal: polling.signal, onError });
  }
  stops.push(startSchedules(model.schedules, runner.invoke));
  listeners.api.respondWith(createHttpApi(model, runner.invoke));
}
