import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { ORIGIN } from "./connect-client.ts";

const database = useDatabase();

describe("GET /.well-known/oauth-protected-resource/mcp", () => {
  it("[OAUTH-1] names the endpoint for assistants and the server that authorizes its clients", async () => {
    const { status, body } = await createApi(database().db).get("/.well-known/oauth-protected-resource/mcp");

    expect(status).toBe(200);
    expect(body).toEqual({
      resource: `${ORIGIN}/mcp`,
      resource_name: "Shelfwatch",
      authorization_servers: [ORIGIN],
      scopes_supported: ["read", "write"],
      bearer_methods_supported: ["header"],
    });
  });
});
