import { abilityArray } from "../../db/queries/accounts/access-tokens.ts";
import type { ClientRow } from "../../db/queries/oauth/clients.ts";
import { insertRequest } from "../../db/queries/oauth/requests.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import {
  abilitiesOf,
  formatRequestSecret,
  isProtectedResource,
  type OAuthError,
  parametersOf,
  STATE_MAX,
} from "../domain/oauth.ts";
import { isRegistered, placeOf, responseAddress } from "../domain/redirect-uri.ts";
import { invalidInput, sessionEnded } from "../errors.ts";
import { type FindClientDependencies, findClient } from "./find-client.ts";

export type StartAuthorizationDependencies = FindClientDependencies & {
  readonly randomBytes: (size: number) => Buffer;
};

type StartAuthorization = {
  readonly sessionIdHash: Uint8Array;
  /** The query of the address to which the client has sent the user. */
  readonly query: string;
  /** The issuer. */
  readonly origin: string;
};

type Parameters = Readonly<Record<string, string | undefined>>;

/** The digest of a verifier by S256: 32 bytes in base64url (RFC 7636). */
const challengeFormat = /^[A-Za-z0-9_-]{43}$/;
/** RFC 6749 (appendix A.5) allows these characters. */
const stateFormat = /^[ -~]*$/;

/**
 * Checks a client's request and keeps it until its user decides. For an unknown client or an unregistered address, the
 * page only shows an error. With any other fault, the user can return to the client.
 */
export async function startAuthorization(deps: StartAuthorizationDependencies, input: StartAuthorization) {
  const { sessionIdHash, query, origin } = input;
  const parameters: Parameters | undefined = parametersOf(query);
  if (parameters === undefined) throw invalidInput({ query: ["A parameter is sent more than once."] });
  const { client_id: clientId, state = null } = parameters;
  if (clientId === undefined) throw invalidInput({ client_id: ["The request does not name a client."] });
  const client = await findClient(deps, { id: clientId, sessionIdHash });
  const redirectUri = redirectUriOf(client, parameters.redirect_uri);

  const request = parseRequest(parameters, origin);
  if ("error" in request) {
    const { error, description } = request;
    const returned = { error, error_description: description, state: isState(state) ? state : null, iss: origin };
    const fault = { description, place: placeOf(redirectUri), redirect_to: responseAddress(redirectUri, returned) };
    return { fault, consent: null };
  }
  const { abilities, codeChallenge } = request;
  const secret = newTokenSecret(deps.randomBytes);
  const pending = await insertRequest(deps.db, {
    sessionIdHash,
    clientId,
    clientName: client.name,
    redirectUri,
    state,
    codeChallenge,
    abilities: abilityArray(abilities),
    secretHash: hashSecret(secret),
  });
  if (pending === undefined) throw sessionEnded();
  return {
    fault: null,
    consent: {
      secret: formatRequestSecret({ id: pending.id, secret }),
      client: { id: client.id, kind: client.kind, name: client.name },
      place: placeOf(redirectUri),
      abilities,
      account: { name: pending.name, email: pending.email },
      expires_at: pending.expires_at,
    },
  };
}

/** A client with one address need not send it. */
function redirectUriOf({ redirect_uris: [only, ...others] }: ClientRow, sent: string | undefined): string {
  const registered = only === undefined ? [] : [only, ...others];
  if (sent !== undefined && isRegistered(sent, registered)) return sent;
  if (sent === undefined && only !== undefined && others.length === 0) return only;
  throw invalidInput({ redirect_uri: ["The client has not registered the address that it wants you to return to."] });
}

type Fault = { readonly error: OAuthError; readonly description: string };

function parseRequest(parameters: Parameters, origin: string) {
  const { response_type, response_mode = "query", code_challenge, code_challenge_method, resource } = parameters;
  if (response_type !== "code") return fault("unsupported_response_type", "The response_type must be code.");
  if (response_mode !== "query") return fault("invalid_request", "The response_mode must be query.");
  if (!isState(parameters.state ?? null)) {
    return fault("invalid_request", `The state must be ASCII of at most ${STATE_MAX} characters.`);
  }
  if (code_challenge_method !== "S256" || code_challenge === undefined || !challengeFormat.test(code_challenge)) {
    return fault("invalid_request", "A code_challenge by the code_challenge_method S256 is required.");
  }
  if (resource !== undefined && !isProtectedResource(resource, origin)) {
    return fault("invalid_target", "The resource is not one of this service.");
  }
  const abilities = abilitiesOf(parameters.scope);
  if (abilities === undefined) return fault("invalid_scope", "The scope may name read and write.");
  return { abilities, codeChallenge: code_challenge };
}

function fault(error: OAuthError, description: string): Fault {
  return { error, description };
}

function isState(state: string | null): boolean {
  return state === null || (state.length <= STATE_MAX && stateFormat.test(state));
}
