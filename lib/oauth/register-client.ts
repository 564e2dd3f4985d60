import type { Db } from "../../db/client.ts";
import { insertClient } from "../../db/queries/oauth/clients.ts";
import { CLIENTS_PER_ADDRESS_AND_DAY } from "../domain/oauth.ts";
import { AppError, oauthError } from "../errors.ts";
import { type ClientMetadata, faultOfMetadata } from "./client-metadata.ts";

export type RegisterClientDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

const ID_BYTES = 16;

/** Registers a client without a secret, by RFC 7591. Registrations are limited by address and day. */
export async function registerClient(
  { db, randomBytes }: RegisterClientDependencies,
  { metadata, network }: { readonly metadata: ClientMetadata; readonly network: string },
) {
  const fault = faultOfMetadata(metadata);
  if (fault !== undefined) throw oauthError(fault.error, fault.description);
  const id = randomBytes(ID_BYTES).toString("base64url");
  const redirectUris = JSON.stringify(metadata.redirect_uris);
  const { created_at, seconds_left } = await insertClient(db, {
    id,
    name: metadata.client_name,
    redirectUris,
    network,
  });
  if (created_at === null) {
    throw new AppError("rate_limited", `More than ${CLIENTS_PER_ADDRESS_AND_DAY} clients of one address in a day.`, {
      retryAfterSeconds: seconds_left,
    });
  }
  return {
    client_id: id,
    client_id_issued_at: Math.floor(created_at),
    client_name: metadata.client_name,
    redirect_uris: metadata.redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}
