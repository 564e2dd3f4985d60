import { abilities } from "../domain/api-token.ts";
import { protectedResource } from "../domain/oauth.ts";

/** Returns the metadata of the endpoint for assistants, by RFC 9728. */
export function showResource(origin: string) {
  return {
    resource: protectedResource(origin),
    resource_name: "Shelfwatch",
    authorization_servers: [origin],
    scopes_supported: abilities,
    bearer_methods_supported: ["header"],
  };
}
