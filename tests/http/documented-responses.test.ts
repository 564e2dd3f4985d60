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
const { rating: _, ...appWithoutRating } = app;
const problem = { type: "about:blank", title: "No", status: 404, detail: "No." };

describe("a response that is not as the OpenAPI document says", () => {
  it("is none of its own examples", () => {
    expect(undocumentedIn(listApps, response)).toEqual([]);
    expect(undocumentedIn(logOut, { ...response, status: 204, contentType: undefined, body: undefined })).toEqual([]);
  });

  it.each([
    ["a status", { ...response, status: 418 }, "the status 418"],
    ["a type", { ...response, contentType: "text/html" }, "the type text/html"],
    ["no header", { ...response, headers: ["x-ratelimit-limit"] }, "a response without x-ratelimit-remaining"],
    ["another key", withApp({ ...app, password: "secret" }), 'data.0: Unrecognized key: "password"'],
    ["a key that is absent", withApp(appWithoutRating), "data.0.rating: Invalid input"],
    ["another type", withApp({ ...app, id: "12" }), "data.0.id: Invalid input: expected number, received string"],
    [
      "a time without seconds",
      withApp({ ...app, created_at: "2026-03-01T10:00Z" }),
      "data.0.created_at: Invalid ISO datetime",
    ],
    [
      "an unknown value",
      withApp({ ...app, platform: "web" }),
      'data.0.platform: Invalid option: expected one of "ios"|"android"',
    ],
    [
      "a rejection that says more",
      { ...response, status: 422, contentType: "application/problem+json", body: { ...problem, stack: "at" } },
      ': Unrecognized key: "stack"',
    ],
  ])("is told by what differs: %s", (_what, given, told) => {
    expect(undocumentedIn(listApps, given)).toEqual([told]);
  });

  it("is one in the gateway's shape that the service gives, or the other way round", () => {
    const message = {
      ...response,
      status: 500,
      contentType: "application/json; charset=utf-8",
      body: { message: "No" },
    };
    const rejection = {
      ...response,
      status: 500,
      contentType: "application/problem+json",
      body: { ...problem, status: 500 },
    };

    expect(undocumentedIn(listApps, rejection)).toEqual([]);
    expect(undocumentedIn(listApps, message)).toEqual(["application/json; charset=utf-8 from the service"]);
    expect(undocumentedIn(listApps, message, "gateway")).toEqual([]);
    expect(undocumentedIn(listApps, rejection, "gateway")).toEqual(["application/problem+json from the gateway"]);
    expect(undocumentedIn(listApps, { ...message, status: 401 }, "gateway")).toEqual([
      "the type application/json; charset=utf-8",
    ]);
  });

  it("is one with a body where none is", () => {
    expect(undocumentedIn(logOut, { ...response, status: 204 })).toEqual(["a body"]);
  });
});
