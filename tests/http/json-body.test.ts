import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

import { createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import type { TestRequest } from "../support/requests.ts";

const database = useDatabase();

const account = { name: "Ada", email: "", password: "correct horse", password_confirmation: "correct horse" };
const newAccount = () => ({ ...account, email: `${crypto.randomUUID()}@example.com` });

function register(request: Partial<TestRequest>) {
  const sourceIp = crypto.randomUUID();
  return createApi(database().db).request({ method: "POST", path: "/auth/register", sourceIp, ...request });
}

describe("request bodies", () => {
  it.each([
    ["cut short", '{"name":"Ada"'],
    ["a byte order mark first", '\uFEFF{"name":"Ada"}'],
    ["not JSON", "name=Ada"],
    ["100,000 levels deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["a forbidden key", '{"name":"Ada","__proto__":{"admin":true}}'],
  ])("[ERR-5] returns 400 to a body that cannot be read: %s", async (_case, body) => {
    const response = await register({ body });

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ status: 400, title: "Bad Request" });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it.each([
    ["[]", ["body"]],
    ["null", ["body"]],
    ["5", ["body"]],
    ['"text"', ["body"]],
    ["{}", ["name", "email", "password", "password_confirmation"]],
    ['{"name":1e999,"name":{"a":[]}}', ["name", "email", "password", "password_confirmation"]],
  ])("returns 422 to JSON that the contract does not accept: %s", async (body, fields) => {
    const response = await register({ body });

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual(fields);
  });

  it("treats a missing body as an empty object", async () => {
    const response = await register({});

    expect(response.status).toBe(422);
    expect(response.body.errors.email).toEqual(["The email field is required."]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"])(
    "[ERR-7] returns 415 to a body sent as %s",
    async (type) => {
      expect((await register({ body: newAccount(), headers: { "content-type": type } })).status).toBe(415);
    },
  );

  it.each(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.api+json"])(
    "[SVC-6] reads a body sent as %s",
    async (type) => {
      expect((await register({ body: newAccount(), headers: { "Content-Type": type } })).status).toBe(201);
    },
  );

  it.each(["gzip", "br", "GZIP", "identity, gzip"])(
    "[ERR-7] returns 415 to a body that is compressed: %s",
    async (encoding) => {
      const body = gzipSync(JSON.stringify(newAccount())).toString("base64");
      const response = await register({ body, isBase64Encoded: true, headers: { "content-encoding": encoding } });

      expect(response.status).toBe(415);
      expect(response.body.detail).toBe("The body must be sent as it is, without a content encoding.");
    },
  );

  it("accepts the encoding identity, and any encoding without a body", async () => {
    const headers = { "content-encoding": "identity" };

    expect((await register({ body: newAccount(), headers })).status).toBe(201);
    expect((await register({ headers: { "content-encoding": "gzip" } })).status).toBe(422);
  });

  it("[ERR-6] returns 413 to more than 256 KiB, without parsing it", async () => {
    const huge = "[".repeat(256 * 1024 + 1);
    expect((await register({ body: huge })).status).toBe(413);
    expect((await register({ body: "é".repeat(128 * 1024 + 1) })).status).toBe(413);

    const padding = " ".repeat(256 * 1024 - JSON.stringify(newAccount()).length);
    expect((await register({ body: JSON.stringify(newAccount()) + padding })).status).toBe(201);
  });

  it("decodes base64 before it counts and parses", async () => {
    const encode = (bytes: string | Buffer) => Buffer.from(bytes as string).toString("base64");
    const send = (body: string) => register({ body, isBase64Encoded: true });

    expect((await send(encode(JSON.stringify(newAccount())))).status).toBe(201);
    expect((await send(encode(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))).status).toBe(400);
    expect((await send(encode(Buffer.alloc(256 * 1024 + 1, 0x20)))).status).toBe(413);
    expect((await send("A".repeat(10_000_000))).status).toBe(413);
  });

  it("ignores keys that the contract does not name", async () => {
    const response = await register({ body: { ...newAccount(), prototype: {}, toString: "x", hasOwnProperty: 1 } });

    expect(response.status).toBe(201);
  });
});
