import { createHash } from "node:crypto";

import type { Db } from "../../db/client.ts";
import { deleteToken } from "../../db/queries/accounts/access-tokens.ts";
import { findClient } from "../../db/queries/oauth/clients.ts";
import { exchangeCode, refreshGrant } from "../../db/queries/oauth/grants.ts";
import { formatToken, hashSecret, newTokenSecret } from "../auth/access-token.ts";
import type { Ability } from "../domain/api-token.ts";
import {
  ACCESS_TOKEN_SECONDS,
  abilitiesOf,
  formatRefreshToken,
  isDocumentId,
  isProtectedResource,
  parseRefreshToken,
  parseRequestSecret,
} from "../domain/oauth.ts";
import { type AppError, oauthError } from "../errors.ts";

export type IssueTokensDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

/** The parameters of a token request. Which of them are required depends on the grant type. */
export type TokenRequest = {
  readonly grant_type: string;
  readonly client_id?: string | undefined;
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
};

type Input = { readonly request: TokenRequest; readonly origin: string };

type Issued = { readonly id: number; readonly abilities: readonly Ability[] };

const verifierFormat = /^[A-Za-z0-9._~-]{43,128}$/;

/** Issues an access token and a refresh token in exchange for a code or a refresh token (RFC 6749, 4.1.3 and 6). */
export async function issueTokens(deps: IssueTokensDependencies, { request, origin }: Input) {
  if (request.resource !== undefined && !isProtectedResource(request.resource, origin)) {
    throw oauthError("invalid_target", "The resource is not one of this service.");
  }
  switch (request.grant_type) {
    case "authorization_code":
      return await exchange(deps, request);
    case "refresh_token":
      return await refresh(deps, request);
    default:
      throw oauthError("unsupported_grant_type", "The grant_type must be authorization_code or refresh_token.");
  }
}

async function exchange({ db, randomBytes }: IssueTokensDependencies, request: TokenRequest) {
  const { client_id: clientId, code, code_verifier: verifier, redirect_uri: redirectUri = null } = request;
  if (clientId === undefined || code === undefined || verifier === undefined) {
    throw oauthError("invalid_request", "The parameters client_id, code and code_verifier are required.");
  }
  const presented = parseRequestSecret(code);
  if (presented === undefined || !verifierFormat.test(verifier)) throw await rejectionOf(db, clientId, invalidCode());
  const secrets = newSecrets(randomBytes);
  const exchanged = await exchangeCode(db, {
    id: presented.id,
    codeHash: hashSecret(presented.secret),
    clientId,
    redirectUri,
    codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
    familyHash: hashSecret(secrets.family),
    accessHash: hashSecret(secrets.access),
    refreshHash: hashSecret(secrets.refresh),
  });
  // A second exchange means that somebody may have stolen the code, so its grant ends.
  if (typeof exchanged?.used_for === "number") await deleteToken(db, { tokenId: exchanged.used_for });
  const token = exchanged?.token ?? undefined;
  if (token === undefined) throw await rejectionOf(db, clientId, invalidCode());
  return presentTokens(token, secrets);
}

async function refresh({ db, randomBytes }: IssueTokensDependencies, request: TokenRequest) {
  const { client_id: clientId, refresh_token: text, scope } = request;
  if (clientId === undefined || text === undefined) {
    throw oauthError("invalid_request", "The parameters client_id and refresh_token are required.");
  }
  if (abilitiesOf(scope) === undefined) throw oauthError("invalid_scope", "The scope may name read and write.");
  const presented = parseRefreshToken(text);
  if (presented === undefined) throw await rejectionOf(db, clientId, invalidRefreshToken());
  const secrets = { ...newSecrets(randomBytes), family: presented.family };
  const refreshed = await refreshGrant(db, {
    id: presented.id,
    familyHash: hashSecret(presented.family),
    usedHash: hashSecret(presented.secret),
    clientId,
    accessHash: hashSecret(secrets.access),
    refreshHash: hashSecret(secrets.refresh),
  });
  const token = refreshed?.token ?? undefined;
  if (token === undefined) throw await rejectionOf(db, clientId, invalidRefreshToken());
  return presentTokens(token, secrets);
}

type Secrets = { readonly family: string; readonly access: string; readonly refresh: string };

function newSecrets(randomBytes: IssueTokensDependencies["randomBytes"]): Secrets {
  return {
    family: newTokenSecret(randomBytes),
    access: newTokenSecret(randomBytes),
    refresh: newTokenSecret(randomBytes),
  };
}

/** A scope that a client sends with a refresh is ignored: the grant has its abilities until it ends (RFC 6749, 3.3). */
function presentTokens({ id, abilities }: Issued, { family, access, refresh: secret }: Secrets) {
  return {
    access_token: formatToken({ id, secret: access }),
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: formatRefreshToken({ id, family, secret }),
    scope: abilities.join(" "),
  };
}

/** A client whose registration was deleted gets another error, so that it registers again. */
async function rejectionOf(db: Db, clientId: string, error: AppError): Promise<AppError> {
  if (isDocumentId(clientId) || (await findClient(db, { id: clientId })) !== undefined) return error;
  return oauthError("invalid_client", "The client is not registered.");
}

function invalidCode() {
  return oauthError("invalid_grant", "The code is not valid, has been used, or is another client's.");
}

function invalidRefreshToken() {
  return oauthError("invalid_grant", "The refresh token is not valid any longer, or is another client's.");
}
