import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { undocumentedIn } from "../support/documented-responses.ts";

const listApps = { method: "GET", path: "/apps" } as const;
const logOut = { method: "POST", path: "/auth/logout" } as const;
const document = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"));
const { content } = document.paths["/apps"].get.responses[200];
const { data, ...more } = content["application/json"].example;
const [app] = data;

const limits = ["x-ratelimit-limit", "x-ratelimit-remaining"];
const response = {
  status: 200,
  contentType: "application/json; charset=utf-8",
  headers: limits,
  body: { data, ...more },
};
const withApp = (changed: object) => ({ ...response, body: { data: [changed], ...more } });
const problem = { type: "about:blank", title: "No", status: 404, detail: "No." };

describe("the check of a response against the OpenAPI document", () => {
  it("accepts the document's own examples", () => {
    expect(undocumentedIn(listApps, response)).toEqual([]);
    expect(undocumentedIn(logOut, { ...response, status: 204, contentType: undefined, body: undefined })).toEqual([]);
  });

  it.each([
    ["a status", { ...response, status: 418 }, "the status 418"],
    ["a type", { ...response, contentType: "text/html" }, "the type text/html"],
    ["no header", { ...response, headers: ["x-ratelimit-limit"] }, "a response without x-ratelimit-remaining"],
    ["another key", withApp({ ...app, password: "secret" }), 'data.0: Unrecognized key: "password"'],
  ])("reports what differs: %s", (_what, given, difference) => {
    expect(undocumentedIn(listApps, given)).toEqual([difference]);
  });

  it("reports a gateway's shape from the service, and the reverse", () => {
    const status = 500;
    const message = { ...response, status, body: { message: "No" } };
    const rejection = { ...response, status, contentType: "application/problem+json", body: { ...problem, status } };

    expect(undocumentedIn(listApps, rejection)).toEqual([]);
    expect(undocumentedIn(listApps, message)).toEqual(["application/json; charset=utf-8 from the service"]);
    expect(undocumentedIn(listApps, message, "gateway")).toEqual([]);
    expect(undocumentedIn(listApps, rejection, "gateway")).toEqual(["application/problem+json from the gateway"]);
  });
});
