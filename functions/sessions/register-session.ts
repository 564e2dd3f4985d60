import { sessionAdmission, sessionCookie } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { registerSession } from "../../lib/sessions/register-session.ts";
import { sessionDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { registerSessionContract } from "./register-session.contract.ts";

export const handler = endpoint(
  registerSessionContract,
  sessionDependencies,
  async (deps, { body, network, isEncrypted }) => ({
    cookie: sessionCookie(await registerSession(deps, { ...body, network }), { isEncrypted }),
  }),
  sessionAdmission,
);
