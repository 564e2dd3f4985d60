import { access, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { createOpenApiDocument } from "../../lib/http/openapi.ts";

const root = new URL("../../", import.meta.url);
const rows = endpoints.map((row) => ({ ...row, operation: row.contract.operation }));

describe("the registry of endpoints", () => {
  it.each(rows)("$operation has an entry that exports a handler", async ({ entry }) => {
    const [, folder, name] = /^functions\/([^/]+)\/([^/]+)\.ts$/.exec(entry) ?? [];
    const module: { handler?: unknown } = await import(`../../functions/${folder}/${name}.ts`);

    expect(module.handler).toBeTypeOf("function");
  });

  it.each(rows)("$operation has a test of its own", async ({ entry }) => {
    const test = entry.replace("functions/", "tests/api/").replace(/\.ts$/, ".test.ts");

    await expect(access(new URL(test, root))).resolves.toBeUndefined();
  });

  it.each(rows)("$operation names each parameter of its path", ({ contract }) => {
    const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

    expect(Object.keys(contract.params.shape).toSorted()).toEqual(names.toSorted());
  });

  it("has every operation and every route once", () => {
    expect(new Set(rows.map(({ operation }) => operation)).size).toBe(rows.length);
    expect(new Set(rows.map(({ contract }) => `${contract.method} ${contract.path}`)).size).toBe(rows.length);
  });

  it("lets only register and login in without a token", () => {
    const open = rows.filter(({ contract }) => contract.access === "public").map(({ contract }) => contract.path);

    expect(open).toEqual(["/auth/register", "/auth/login"]);
  });

  it("limits auth by the buckets of auth, and all else by the user's", () => {
    for (const { contract } of rows) {
      const expected = contract.path.startsWith("/auth/") ? /^auth_/ : /^user$/;
      expect(contract.rateLimit, contract.operation).toMatch(expected);
    }
  });

  it("needs the ability to write for every request that is not a GET, but to end a session", () => {
    for (const { contract } of rows.filter(({ contract: { tag } }) => tag !== "auth")) {
      expect(contract.access, contract.operation).toBe(contract.method === "GET" ? "read" : "write");
    }
  });
});

describe("the OpenAPI document", () => {
  it("is the one that the contracts give", async () => {
    const written = await readFile(new URL("docs/openapi.json", root), "utf8");

    expect(written).toBe(
      `${JSON.stringify(createOpenApiDocument(endpoints.map(({ contract }) => contract)), null, 2)}\n`,
    );
  });

  it("states the token, the success and every shared refusal of each operation", () => {
    const document = createOpenApiDocument(endpoints.map(({ contract }) => contract));
    for (const { contract } of endpoints) {
      const method = contract.method.toLowerCase() as "get" | "post";
      const operation = document.paths?.[contract.path]?.[method];
      const statuses = Object.keys(operation?.responses ?? {});

      expect(operation?.operationId).toBe(contract.operation);
      expect(operation?.security).toEqual(contract.access === "public" ? [] : [{ accessToken: [] }]);
      expect(statuses).toEqual(expect.arrayContaining([...Object.keys(contract.success), "429", "500", "503"]));
      if (contract.access !== "public") expect(statuses).toEqual(expect.arrayContaining(["401", "403"]));
      if (contract.body !== null) expect(statuses).toEqual(expect.arrayContaining(["400", "413", "415", "422"]));
    }
  });
});
