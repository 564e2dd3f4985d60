import { openSession } from "../../lib/documentation/open-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { sessionDependencies } from "../../lib/runtime/endpoint.ts";
import { openSessionContract } from "./open-session.contract.ts";

export const handler = endpoint(openSessionContract, sessionDependencies, async (deps, { body }) => ({
  session: await openSession(deps, body),
}));
