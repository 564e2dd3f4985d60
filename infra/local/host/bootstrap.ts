/** Runs inside an environment: loads one handler and responds to the host's invocations, one at a time. */
import { flushCompileCache } from "node:module";
import { pathToFileURL } from "node:url";

import type { FromEnvironment, ToEnvironment } from "./environment.ts";

type Handler = (event: unknown, context: object) => unknown;

const [, , bundle = "", handlerName = "handler"] = process.argv;

// An environment must not outlive its host.
process.on("disconnect", () => process.exit());

const handler = await loadHandler();
if (handler) {
  process.on("message", (message: ToEnvironment) => void invoke(handler, message));
  send({ type: "ready" });
}

async function loadHandler(): Promise<Handler | undefined> {
  try {
    const loaded: Record<string, unknown> = await import(pathToFileURL(bundle).href);
    const exported = loaded[handlerName];
    if (typeof exported !== "function") throw new Error(`${handlerName} is not exported`);
    return (event, context) => exported(event, context);
  } catch (error) {
    console.error(error);
    send({ type: "init_failed", ...describe(error) });
    return undefined;
  }
}

async function invoke(handle: Handler, { event, requestId, functionArn, deadline }: ToEnvironment): Promise<void> {
  try {
    const result = await handle(JSON.parse(event), createContext({ requestId, functionArn, deadline }));
    send({ type: "result", requestId, payload: JSON.stringify(result) ?? "null" });
    // The host ends environments by SIGKILL, so the cache would never be written.
    flushCompileCache();
  } catch (error) {
    console.error(error);
    send({ type: "failed", requestId, ...describe(error) });
  }
}

function createContext(input: { readonly requestId: string; readonly functionArn: string; readonly deadline: number }) {
  const variables = process.env;
  return {
    awsRequestId: input.requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: variables.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: variables.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: input.functionArn,
    memoryLimitInMB: variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: variables.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: variables.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, input.deadline - Date.now()),
  };
}

function describe(error: unknown) {
  return error instanceof Error
    ? { errorType: error.name, errorMessage: error.message }
    : { errorType: "Error", errorMessage: String(error) };
}

function send(message: FromEnvironment): void {
  process.send?.(message);
}
