import { endpoint } from "../../lib/http/endpoint.ts";
import { linkAdmission } from "../../lib/http/link-admission.ts";
import { showUnsubscription } from "../../lib/mail/show-unsubscription.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showUnsubscriptionContract } from "./show-unsubscription.contract.ts";

export const handler = endpoint(
  showUnsubscriptionContract,
  endpointDependencies,
  async (deps, { link }) => ({ document: await showUnsubscription(deps, link) }),
  linkAdmission,
);
