import { endpoint } from "../../lib/http/endpoint.ts";
import { oauthAdmission, oauthDocument, oauthForm } from "../../lib/http/oauth-edge.ts";
import { issueTokens } from "../../lib/oauth/issue-tokens.ts";
import { secretDependencies } from "../../lib/wiring/deployed-oauth.ts";
import { issueTokensContract } from "./issue-tokens.contract.ts";

export const handler = endpoint(
  issueTokensContract,
  secretDependencies,
  async (deps, { body, origin }) => oauthDocument(await issueTokens(deps, { request: body, origin })),
  oauthAdmission,
  oauthForm,
);
