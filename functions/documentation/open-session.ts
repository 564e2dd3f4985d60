import { openSession } from "../../lib/documentation/open-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/runtime/auth-dependencies.ts";
import { openSessionContract } from "./open-session.contract.ts";

export const handler = endpoint(openSessionContract, authDependencies, async (deps, { body }) => ({
  sessionId: await openSession(deps, body),
}));
