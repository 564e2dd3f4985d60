import { endpoint } from "../../lib/http/endpoint.ts";
import { linkAdmission } from "../../lib/http/link-admission.ts";
import { unsubscribe } from "../../lib/mail/unsubscribe.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { unsubscribeContract } from "./unsubscribe.contract.ts";

export const handler = endpoint(
  unsubscribeContract,
  endpointDependencies,
  async (deps, { link }) => ({ document: await unsubscribe(deps, link) }),
  linkAdmission,
);
