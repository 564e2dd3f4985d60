import type * as z from "zod";

import type { clientMetadataSchema } from "../domain/oauth.ts";
import { faultOfRedirectUri } from "../domain/redirect-uri.ts";

export type ClientMetadata = z.output<ReturnType<typeof clientMetadataSchema>>;

export type MetadataFault = {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly description: string;
};

/** Returns why a client with this metadata cannot be connected, or undefined. */
export function faultOfMetadata(metadata: ClientMetadata): MetadataFault | undefined {
  for (const [index, uri] of metadata.redirect_uris.entries()) {
    const fault = faultOfRedirectUri(uri);
    if (fault !== undefined) return { error: "invalid_redirect_uri", description: `redirect_uris.${index} ${fault}.` };
  }
  if (metadata.grant_types.includes("authorization_code") && metadata.response_types.includes("code")) return undefined;
  return {
    error: "invalid_client_metadata",
    description: "The client must use the grant type authorization_code and the response type code.",
  };
}
