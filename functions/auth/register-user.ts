import { registerUser } from "../../lib/auth/register-user.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { registerUserContract } from "./register-user.contract.ts";

export const handler = endpoint(registerUserContract, authDependencies, async (deps, { body, network }) => ({
  data: await registerUser(deps, { ...body, network }),
}));
