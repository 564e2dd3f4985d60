import { sessionAdmission, sessionCookie } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { openSession } from "../../lib/sessions/open-session.ts";
import { sessionDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { openSessionContract } from "./open-session.contract.ts";

export const handler = endpoint(
  openSessionContract,
  sessionDependencies,
  async (deps, { body, network, isEncrypted }) => ({
    cookie: sessionCookie(await openSession(deps, { ...body, network }), { isEncrypted }),
  }),
  sessionAdmission,
);
