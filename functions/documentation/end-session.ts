import { endSession } from "../../lib/documentation/end-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/runtime/endpoint.ts";
import { endSessionContract } from "./end-session.contract.ts";

export const handler = endpoint(endSessionContract, endpointDependencies, async (deps, { session }) => {
  await endSession(deps, { sessionIdHash: session });
  return { session: null };
});
