import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { statusByCode } from "../../lib/http/error-response.ts";
import { rejectionCodes } from "../../lib/http/openapi-responses.ts";
import { createApp } from "../support/factories.ts";
import { useApi } from "../support/use-api.ts";

const setUp = useApi();

const SEED = 20_261_120;

const nasty = fc.constantFrom(
  "' OR 1=1 --",
  "'; DROP TABLE apps; --",
  "\u0000",
  "\ud800",
  "\u202e",
  "%",
  "_",
  "\\",
  "../../etc/passwd",
  "{{7*7}}",
  "a".repeat(5_000),
  "2147483648",
  "9223372036854775808",
  "-1",
  "1e309",
  "NaN",
  "zz",
  "\r\nX-Injected: 1",
  "\u001b[31m",
  "{}",
  "🖋",
);
const text = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 40 }));
const json = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue());

/** Percent-encodes like a client, and half a surrogate pair like an attacker. A gateway rejects such a path itself. */
function encode(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : "%ED%A0%80";
}

describe("hostile input", () => {
  it.each(endpoints.map(({ contract }) => contract))(
    "[SVC-4 SVC-5] causes no 500, leak or undocumented response of $method $path",
    async (contract) => {
      const { db, api, caller } = await setUp();
      const app = await createApp(db);
      const documented = [contract.success.status, ...rejectionCodes(contract).map((code) => statusByCode[code])];
      // Operations that take a password allow few requests; the others of these tests are not limited.
      const countsAttempts = /^\/(auth|account)\//.test(contract.path);
      const queryNames = [...Object.keys(contract.query.shape), "other"];
      const bodyNames = [...Object.keys(contract.body?.shape ?? {}), "id", "user_id", "constructor"];

      await fc.assert(
        fc.asyncProperty(
          fc.record({
            platform: fc.oneof(fc.constant("ios"), fc.constant("android"), text),
            id: fc.oneof(fc.constant(app.externalId), text),
            rowId: fc.oneof(fc.integer().map(String), text),
            query: fc.array(fc.tuple(fc.constantFrom(...queryNames), fc.constantFrom("", "[]", "[k]"), text), {
              maxLength: 4,
            }),
            body: fc.dictionary(fc.constantFrom(...bodyNames), json, { maxKeys: 5 }),
          }),
          async ({ platform, id, rowId, query, body }) => {
            const path = contract.path
              .replace("{platform}", () => encodeURIComponent(platform.toWellFormed()) || "x")
              .replace("{external_id}", () => encodeURIComponent(id.toWellFormed()) || "x")
              .replace("{event_id}", () => `evt_${encodeURIComponent(rowId.toWellFormed())}`)
              .replaceAll(/\{\w+_id\}/g, () => encodeURIComponent(rowId.toWellFormed()) || "x");
            const pairs = query.map(([name, suffix, value]) => `${name}${suffix}=${encode(value)}`);
            const { status, text: response } = await api.request({
              method: contract.method,
              path: `${path}?${pairs.join("&")}`,
              token: caller.token,
              sourceIp: crypto.randomUUID(),
              body,
            });

            expect(status).toBeLessThan(500);
            expect(documented).toContain(status);
            expect(response ?? "").not.toMatch(/select |insert |node_modules|\.ts:\d|PostgresError/i);
            if (countsAttempts) await db.execute(sql`DELETE FROM rate_limits`);
          },
        ),
        { seed: SEED, numRuns: 60 },
      );
    },
    60_000,
  );
});
