import { logIn } from "../../lib/auth/log-in.ts";
import { presentUser } from "../../lib/auth/user-response.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { logInContract } from "./log-in.contract.ts";

export const handler = endpoint(logInContract, authDependencies, async (deps, { body, network }) => {
  const { user, token } = await logIn(deps, { ...body, network });
  return { data: { user: presentUser(user), token } };
});
