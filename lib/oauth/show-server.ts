import { abilities } from "../domain/api-token.ts";
import { AUTHORIZE_PATH, REGISTRATION_PATH, REVOCATION_PATH, TOKEN_PATH } from "../domain/oauth.ts";

export type OAuthSettings = {
  /** With `open`, clients may register themselves. */
  readonly registration: "off" | "open";
  /** With `on`, the service reads the documents of clients, for which it needs the sender. */
  readonly documents: "off" | "on";
};

/** Returns the metadata of the authorization server, by RFC 8414. */
export function showServer({ registration, documents }: OAuthSettings, origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: origin + AUTHORIZE_PATH,
    token_endpoint: origin + TOKEN_PATH,
    revocation_endpoint: origin + REVOCATION_PATH,
    ...(registration === "open" && { registration_endpoint: origin + REGISTRATION_PATH }),
    scopes_supported: abilities,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: documents === "on",
  };
}
