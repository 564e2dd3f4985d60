import { endpoint } from "../../lib/http/endpoint.ts";
import { linkAdmission } from "../../lib/http/link-admission.ts";
import { confirmEmail } from "../../lib/mail/confirm-email.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { confirmEmailContract } from "./confirm-email.contract.ts";

export const handler = endpoint(
  confirmEmailContract,
  endpointDependencies,
  async (deps, { link }) => ({ document: await confirmEmail(deps, link) }),
  linkAdmission,
);
