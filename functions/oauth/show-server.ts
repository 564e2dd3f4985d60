import { endpoint } from "../../lib/http/endpoint.ts";
import { oauthAdmission, oauthDocument, oauthJson } from "../../lib/http/oauth-edge.ts";
import { showServer } from "../../lib/oauth/show-server.ts";
import { oauthDependencies } from "../../lib/wiring/deployed-oauth.ts";
import { showServerContract } from "./show-server.contract.ts";

export const handler = endpoint(
  showServerContract,
  oauthDependencies,
  async ({ oauth }, { origin }) => oauthDocument(showServer(oauth, origin)),
  oauthAdmission,
  oauthJson,
);
