import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export type StorePort = {
  readonly port: number;
  reject(): Promise<void>;
  accept(): Promise<void>;
  rejectFor(milliseconds: number): void;
  close(): Promise<void>;
};

export async function openStorePort(
  server: Server,
  address: { readonly host: string; readonly port: number },
): Promise<StorePort> {
  const port = await listen(server, address);
  let reopening: NodeJS.Timeout | undefined;

  async function accept(): Promise<void> {
    clearTimeout(reopening);
    if (!server.listening) await listen(server, { ...address, port });
  }
  function close(): Promise<void> {
    clearTimeout(reopening);
    return stopListening(server);
  }
  return {
    port,
    accept,
    close,
    reject: close,
    rejectFor(milliseconds) {
      clearTimeout(reopening);
      reopening = setTimeout(() => void accept(), milliseconds);
      // The response to the request for the outage is sent first.
      setImmediate(() => void stopListening(server));
    },
  };
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  server.listen({ host, port });
  await once(server, "listening");
  const bound: AddressInfo | string | null = server.address();
  return bound !== null && typeof bound === "object" ? bound.port : port;
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
