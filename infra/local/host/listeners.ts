import { FUNCTION_URL_BODY_BYTES_MAX } from "./function-url.ts";
import { HTTP_API_BODY_BYTES_MAX } from "./http-api.ts";
import type { ReceivedRequest } from "./http-event.ts";
import { type HttpReply, jsonResponse } from "./http-response.ts";
import { listen } from "./http-server.ts";
import { type QueueServer, startQueueServer } from "./queues.ts";
import { listenForSecrets, type SecretValues } from "./secrets.ts";

type Respond = (request: ReceivedRequest) => Promise<HttpReply>;

/** An address that is open before the function that responds there exists, because that one needs to know it. */
export type Door = {
  readonly url: string;
  /** Until then the response is 503. */
  readonly open: (respond: Respond) => void;
};

export type Listeners = {
  readonly api: Door;
  /** By key of the function URL. */
  readonly functionUrls: ReadonlyMap<string, Door>;
  readonly queueServer: QueueServer;
  readonly secretsUrl: string;
  readonly setSecrets: (values: SecretValues) => void;
};

/** Opens every address of the host. What must be closed in the end is put into `stops`. */
export async function openListeners(input: {
  readonly port: number;
  readonly functionUrlKeys: readonly string[];
  readonly stops: (() => Promise<void> | void)[];
  readonly onError: (error: unknown) => void;
}): Promise<Listeners> {
  const { stops, onError } = input;
  let secrets: SecretValues = {};

  async function openDoor(port: number, bodyBytesMax: number): Promise<Door> {
    let current: Respond = async () => jsonResponse(503, { message: "Service Unavailable" });
    const { url, close } = await listen({ port, bodyBytesMax, onError, reply: (request) => current(request) });
    stops.push(close);
    return {
      url,
      open: (respond) => {
        current = respond;
      },
    };
  }

  // First and alone, so that a port in use stops the start before anything else runs.
  const api = await openDoor(input.port, HTTP_API_BODY_BYTES_MAX);
  const queueServer = await startQueueServer();
  stops.push(queueServer.close);
  const secretsListener = await listenForSecrets((arn) => secrets[arn], onError);
  stops.push(secretsListener.close);
  const functionUrls = new Map<string, Door>();
  for (const key of input.functionUrlKeys) functionUrls.set(key, await openDoor(0, FUNCTION_URL_BODY_BYTES_MAX));

  return {
    api,
    functionUrls,
    queueServer,
    secretsUrl: secretsListener.url,
    setSecrets: (values) => {
      secrets = values;
    },
  };
}
