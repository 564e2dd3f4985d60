import { endpoint } from "../../lib/http/endpoint.ts";
import { oauthAdmission, oauthDocument, oauthJson } from "../../lib/http/oauth-edge.ts";
import { showResource } from "../../lib/oauth/show-resource.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showResourceContract } from "./show-resource.contract.ts";

export const handler = endpoint(
  showResourceContract,
  endpointDependencies,
  async (_deps, { origin }) => oauthDocument(showResource(origin)),
  oauthAdmission,
  oauthJson,
);
