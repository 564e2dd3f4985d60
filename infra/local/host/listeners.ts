import { HTTP_API_BODY_BYTES_MAX } from "./http-api.ts";
import { type HttpReply, jsonResponse, type ReceivedRequest } from "./http-payload.ts";
import { listen } from "./http-server.ts";
import { LAMBDA_BODY_BYTES_MAX } from "./lambda-requests.ts";
import { type QueueServer, startQueueServer } from "./queues.ts";
import { createSecretVersions } from "./secret-versions.ts";
import { listenForSecrets, type SecretValues } from "./secrets.ts";
import type { FindDenial, ServiceCall } from "./service-calls.ts";

type Respond = (request: ReceivedRequest) => Promise<HttpReply>;

/** An address that is open before its handler exists: functions need to know each other's addresses to start. */
export type DeferredListener = {
  readonly url: string;
  /** Sets the handler. Before that, the response is 503. */
  readonly respondWith: (respond: Respond) => void;
};

export type Listeners = {
  readonly api: DeferredListener;
  readonly functionUrls: ReadonlyMap<string, DeferredListener>;
  readonly queueServer: QueueServer;
  readonly secretsUrl: string;
  readonly invocations: DeferredListener;
  readonly setSecrets: (values: SecretValues) => void;
  readonly rejectCalls: (findDenial: FindDenial) => void;
};

export async function openListeners(input: {
  readonly port: number;
  readonly functionUrlKeys: readonly string[];
  readonly stops: (() => Promise<void> | void)[];
  readonly onError: (error: unknown) => void;
}): Promise<Listeners> {
  const { stops, onError } = input;
  let secrets = createSecretVersions({});
  let current: FindDenial = () => undefined;
  const findDenial = (call: ServiceCall) => current(call);

  async function listenUnready(port: number, bodyBytesMax: number): Promise<DeferredListener> {
    let current: Respond = async () => jsonResponse(503, { message: "Service Unavailable" });
    const { url, close } = await listen({ port, bodyBytesMax, onError, reply: (request) => current(request) });
    stops.push(close);
    return {
      url,
      respondWith: (respond) => {
        current = respond;
      },
    };
  }

  // The port of the API comes first: if it is in use, nothing else has started.
  const api = await listenUnready(input.port, HTTP_API_BODY_BYTES_MAX);
  const queueServer = await startQueueServer(findDenial);
  stops.push(queueServer.close);
  const secretsListener = await listenForSecrets({ secrets: () => secrets, findDenial, onError });
  stops.push(secretsListener.close);
  const invocations = await listenUnready(0, LAMBDA_BODY_BYTES_MAX);
  const functionUrls = new Map<string, DeferredListener>();
  for (const key of input.functionUrlKeys) functionUrls.set(key, await listenUnready(0, LAMBDA_BODY_BYTES_MAX));

  return {
    api,
    functionUrls,
    queueServer,
    secretsUrl: secretsListener.url,
    invocations,
    setSecrets: (values) => {
      secrets = createSecretVersions(values);
    },
    rejectCalls: (given) => {
      current = given;
    },
  };
}
