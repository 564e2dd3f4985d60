import { randomUUID } from "node:crypto";

import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";

type Fetch = typeof fetch;

type AssistantOptions = {
  readonly url: string;
  readonly redirectUrl: string;
  readonly fetch: Fetch;
  /** The address of its own document. Without one, it registers itself. */
  readonly documentUrl?: string;
};

/** An assistant that connects by the protocol's own library, and keeps what that gives it. */
export function createAssistant({ url, redirectUrl, fetch, documentUrl }: AssistantOptions) {
  const state = randomUUID();
  let information: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let address: URL | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(documentUrl !== undefined && { clientMetadataUrl: documentUrl }),
    clientMetadata: { client_name: "Test assistant", redirect_uris: [redirectUrl] },
    state: () => state,
    clientInformation: () => information,
    saveClientInformation: (saved) => {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (to) => {
      address = to;
    },
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (saved) => {
      discovered = saved;
    },
    discoveryState: () => discovered,
  };
  const newTransport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider, fetch });
  return {
    accessToken: () => tokens?.access_token ?? "",
    scope: () => tokens?.scope,
    clientId: () => information?.client_id,
    /** Sends a first request, and returns the address to which it sends its user. */
    async begin(): Promise<URL> {
      const error = await new Client({ name: "assistant", version: "1" })
        .connect(newTransport())
        .catch((thrown: unknown) => thrown);
      if (!(error instanceof UnauthorizedError) || address === undefined) throw error;
      return address;
    },
    /** Continues with what the user returns with. */
    async finish(returned: URL): Promise<void> {
      if (returned.searchParams.get("state") !== state) throw new Error("The state is another one.");
      await newTransport().finishAuth(returned.searchParams);
    },
    async call(name: string, args: Record<string, unknown> = {}) {
      const client = new Client({ name: "assistant", version: "1" });
      await client.connect(newTransport());
      try {
        return await client.callTool({ name, arguments: args });
      } finally {
        await client.close();
      }
    },
  };
}
