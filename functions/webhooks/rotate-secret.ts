import { endpoint } from "../../lib/http/endpoint.ts";
import { rotateSecret } from "../../lib/webhooks/rotate-secret.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { rotateSecretContract } from "./rotate-secret.contract.ts";

export const handler = endpoint(rotateSecretContract, authDependencies, async (deps, { params, user }) => ({
  data: await rotateSecret(deps, { id: params.webhook_id, userId: user.id }),
}));
