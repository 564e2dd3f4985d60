import { logIn } from "../../lib/auth/log-in.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { logInContract } from "./log-in.contract.ts";

export const handler = endpoint(logInContract, authDependencies, async (deps, { body, network }) => ({
  data: await logIn(deps, { ...body, network }),
}));
