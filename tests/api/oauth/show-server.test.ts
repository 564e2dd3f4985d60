import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { ORIGIN } from "./connect-client.ts";

const database = useDatabase();
const path = "/.well-known/oauth-authorization-server";

describe("GET /.well-known/oauth-authorization-server", () => {
  it("[OAUTH-1] shows the endpoints of the address that was requested, as JSON without an envelope", async () => {
    const { status, headers, body } = await createApi(database().db).get(path);

    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "application/json", "no-store"]);
    expect(body).toEqual({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      revocation_endpoint: `${ORIGIN}/oauth/revoke`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      scopes_supported: ["read", "write"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it("[OAUTH-1] names no registration where it is off, and no documents where there is no sender", async () => {
    const api = createApi(database().db, { oauth: { registration: "off", documents: "off" } });
    const { body } = await api.get(path);

    expect(body).not.toHaveProperty("registration_endpoint");
    expect(body.client_id_metadata_document_supported).toBe(false);
  });

  it("[OAUTH-13] counts the requests of an address, and rejects more than 600 in a minute", async () => {
    const { db, sql } = database();
    const sourceIp = "198.51.100.77";
    const request = () => createApi(db).request({ method: "GET", path, sourceIp });
    await request();
    await sql`UPDATE rate_limits SET hits = 600 WHERE bucket = ${`oauth:ip:${sourceIp}`}`;

    const { status, headers, body } = await request();
    expect([status, body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});
