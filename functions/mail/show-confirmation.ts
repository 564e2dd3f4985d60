import { endpoint } from "../../lib/http/endpoint.ts";
import { linkAdmission } from "../../lib/http/link-admission.ts";
import { showConfirmation } from "../../lib/mail/show-confirmation.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showConfirmationContract } from "./show-confirmation.contract.ts";

export const handler = endpoint(
  showConfirmationContract,
  endpointDependencies,
  async () => ({ document: showConfirmation() }),
  linkAdmission,
);
