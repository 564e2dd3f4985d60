import { createServer } from "node:net";

import { LOCALHOST } from "../host/http-server.ts";

/** Rejects with the system's error when the port is not available, before anything else starts. */
export async function checkPort(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(port, LOCALHOST, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}
