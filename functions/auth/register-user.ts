import { registerUser } from "../../lib/auth/register-user.ts";
import { presentUser } from "../../lib/auth/user-response.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { registerUserContract } from "./register-user.contract.ts";

export const handler = endpoint(registerUserContract, authDependencies, async (deps, { body, network }) => {
  const { user, token } = await registerUser(deps, { ...body, network });
  return { data: { user: presentUser(user), token } };
});
