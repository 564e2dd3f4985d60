import type { Connection, ConnectionSettings } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";

/** One connection as a function's environment has it. Tests find and break it by its application's name. */
export function connectAsFunction(
  { username, password, ...settings }: ConnectionSettings,
  applicationName: string,
): Connection {
  return connectWithCredentials({ ...settings, applicationName, max: 1 }, async () => ({
    username,
    password: typeof password === "string" ? password : await password(),
  }));
}
