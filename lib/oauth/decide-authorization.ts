import type { Db } from "../../db/client.ts";
import { abilityArray } from "../../db/queries/accounts/access-tokens.ts";
import { decideRequest } from "../../db/queries/oauth/requests.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import type { Ability } from "../domain/api-token.ts";
import { formatRequestSecret, parseRequestSecret } from "../domain/oauth.ts";
import { responseAddress } from "../domain/redirect-uri.ts";
import { invalidInput } from "../errors.ts";

export type DecideAuthorizationDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

type DecideAuthorization = {
  readonly sessionIdHash: Uint8Array;
  /** The secret that came with the page. */
  readonly secret: string;
  /** The abilities that the user allows. An empty list denies the request. */
  readonly abilities: readonly Ability[];
  readonly origin: string;
};

/** Returns the address that takes the user back to the client, with a code or with the denial. */
export async function decideAuthorization(deps: DecideAuthorizationDependencies, input: DecideAuthorization) {
  const { sessionIdHash, origin } = input;
  const abilities = [...new Set(input.abilities)];
  const presented = parseRequestSecret(input.secret);
  if (presented === undefined) throw ended();
  const code = newTokenSecret(deps.randomBytes);
  const decided = await decideRequest(deps.db, {
    id: presented.id,
    sessionIdHash,
    secretHash: hashSecret(presented.secret),
    abilities: abilityArray(abilities),
    codeHash: hashSecret(code),
  });
  if (decided === undefined) throw ended();
  if (decided.is_more) throw invalidInput({ abilities: ["The client has not requested all of these permissions."] });
  const { redirect_uri, state, is_denied } = decided;
  const result = is_denied
    ? { error: "access_denied", error_description: "The user has denied the request." }
    : { code: formatRequestSecret({ id: presented.id, secret: code }) };
  return { redirect_to: responseAddress(redirect_uri, { ...result, state, iss: origin }) };
}

function ended() {
  return invalidInput({ secret: ["The request has been decided or has expired. Connect the assistant anew."] });
}
