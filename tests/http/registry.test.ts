import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import {
  allEndpoints,
  consentEndpoints,
  endpoints,
  feedEndpoints,
  linkEndpoints,
  oauthEndpoints,
  sessionEndpoints,
} from "../../functions/endpoints.ts";
import { FEED_PREFIX, fullPath, LINK_PREFIX, OAUTH_PREFIX, SESSION_PREFIX } from "../../lib/http/contract.ts";
import { isCacheable } from "../../lib/http/representation.ts";
import { bodySchema } from "../../lib/http/success-response.ts";
import { nonEmpty } from "../support/non-empty.ts";

const all = allEndpoints.map((row) => ({
  ...row,
  operation: row.contract.operation,
}));
const rows = endpoints.map((row) => ({ ...row, operation: row.contract.operation }));

describe("the registry of endpoints", () => {
  it.each(all)("$operation has an entry that exports a handler", async ({ entry }) => {
    const [, folder, name] = /^functions\/([^/]+)\/([^/]+)\.ts$/.exec(entry) ?? [];
    const module: { handler?: unknown } = await import(`../../functions/${folder}/${name}.ts`);

    expect(module.handler).toBeTypeOf("function");
  });

  it.each(all)("$operation is the name of its file, its contract and its use case", async (row) => {
    const { operation, entry, contract } = row;
    const name = operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const [, folder] = entry.split("/");
    expect(entry).toBe(`functions/${folder}/${name}.ts`);
    const contracts: Record<string, unknown> = await import(`../../functions/${folder}/${name}.contract.ts`);
    expect(contracts[`${operation}Contract`]).toBe(contract);
    // Its handler returns the user whom the edge has authenticated.
    if (operation === "showCurrentUser") return;
    const useCases: Record<string, unknown> = await import(`../../lib/${folder}/${name}.ts`);
    expect(useCases[operation]).toBeTypeOf("function");
  });

  it.each(all)("$operation has a test file of its own", ({ entry }) => {
    const path = entry.replace("functions/", "tests/api/").replace(".ts", ".test.ts");

    expect(existsSync(join(import.meta.dirname, "../..", path))).toBe(true);
  });

  it.each(all)("$operation names each parameter of its path", ({ contract }) => {
    const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

    expect(Object.keys(contract.params.shape).toSorted()).toEqual(names.toSorted());
  });

  it("has every operation and every route once", () => {
    expect(new Set(all.map(({ operation }) => operation)).size).toBe(all.length);
    expect(new Set(all.map(({ contract }) => `${contract.method} ${fullPath(contract)}`)).size).toBe(all.length);
  });

  it("[AUTH-12] lets only register and login in without a token", () => {
    const open = rows.filter(({ contract }) => contract.access === "public").map(({ contract }) => contract.path);

    expect(open).toEqual(["/auth/register", "/auth/login"]);
  });

  it("counts auth in the buckets of auth, and everything else in the user's", () => {
    for (const { contract } of nonEmpty(rows)) {
      const expected = contract.path.startsWith("/auth/") ? /^auth_/ : /^user$/;
      expect(contract.rateLimit, contract.operation).toMatch(expected);
    }
  });

  it("requires the ability to write for every method but GET, except to end a session", () => {
    for (const { contract } of nonEmpty(rows.filter(({ contract: { tag } }) => tag !== "auth"))) {
      expect(contract.access, contract.operation).toBe(contract.method === "GET" ? "read" : "write");
    }
  });

  it("marks every success that shows a secret, so that it is never compressed", () => {
    const secret = /"(?:(?:plain_text_)?token|json_url|secret|redirect_to)":\{[^}]*"type":"string"/;
    const showing = all.filter(({ contract, operation }) => {
      // Its response is one of OAuth, which has no schema here.
      if (operation === "issueTokens") return true;
      const schema = bodySchema(contract.success);
      return schema !== null && secret.test(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any" })));
    });

    const marked = all.filter(({ contract }) => contract.hasSecret);
    expect(marked.map(({ operation }) => operation)).toEqual(showing.map(({ operation }) => operation));
    expect(marked).toHaveLength(10);
  });

  it("lets clients keep every read but those that call a store or are polled", () => {
    const kept = rows.filter(({ contract }) => isCacheable(contract));

    const reads = rows.filter(({ contract: { method }, needs }) => method === "GET" && needs !== "stores");
    expect(kept).toEqual(reads.filter(({ operation }) => operation !== "pollEvents"));
  });

  it("[SVC-10] has the API under its prefix, without sessions, and the sessions' endpoints under theirs", () => {
    for (const { contract } of nonEmpty(rows)) expect([contract.prefix, contract.access]).not.toContain("session");
    for (const { contract } of nonEmpty(rows)) expect(fullPath(contract)).toBe(`/api/v1${contract.path}`);
    for (const { contract } of nonEmpty([...sessionEndpoints, ...consentEndpoints]))
      expect(contract.prefix).toBe(SESSION_PREFIX);
    for (const { contract } of nonEmpty(oauthEndpoints))
      expect([contract.prefix, contract.access]).toEqual([OAUTH_PREFIX, "oauth"]);
    for (const { contract } of nonEmpty(feedEndpoints))
      expect([contract.prefix, contract.access]).toEqual([FEED_PREFIX, "feed"]);
    for (const { contract } of nonEmpty(linkEndpoints))
      expect([contract.prefix, contract.access]).toEqual([LINK_PREFIX, "link"]);
  });
});
