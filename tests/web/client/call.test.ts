import { describe, expect, it } from "vitest";

import { requestOf } from "../../../web/client/call.ts";

describe("a request", () => {
  it("has its parameters in the path, and of the query what is defined", () => {
    const params = { platform: "ios", external_id: "a/b" };
    const query = { country_code: "us", at: undefined, days: 7, countries: ["de", "us"] };

    expect(requestOf("showListing", { params, query })).toEqual({
      method: "GET",
      url: "/api/v1/apps/ios/a%2Fb/listing?country_code=us&days=7&countries%5B%5D=de&countries%5B%5D=us",
      body: undefined,
    });
  });

  it("fails without a parameter of its path", () => {
    expect(() => requestOf("showApp", { params: { platform: "ios" } })).toThrow(TypeError);
  });
});
