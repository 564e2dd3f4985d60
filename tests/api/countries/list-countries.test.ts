import { describe, expect, it } from "vitest";

import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

describe("GET /countries", () => {
  it("[CTY-1 CTY-3] lists the storefronts by name, without the zz sentinel", async () => {
    const { api, caller } = await setUp();
    const response = await api.get("/countries", caller);

    expect(response.status).toBe(200);
    const countries: { code: string; name: string }[] = response.body.data;
    expect(countries).toHaveLength(124);
    expect(countries.map(({ code }) => code)).not.toContain("zz");
    const names = countries.map(({ name }) => name);
    expect(new Set(names).size).toBe(124);
    expect(names.at(0)).toBe("Afghanistan");
    expect(countries.find(({ code }) => code === "tr")).toEqual({
      code: "tr",
      name: expect.stringMatching(/^T/),
      emoji: "🇹🇷",
      ios_languages: ["tr", "en-GB"],
      android_languages: ["tr-TR", "en-US"],
    });
  });

  it("returns null where the App Store has no storefront", async () => {
    const { api, caller } = await setUp();
    const response = await api.get("/countries", caller);

    const countries: { ios_languages: string[] | null }[] = response.body.data;
    expect(countries.filter(({ ios_languages }) => ios_languages === null)).toHaveLength(13);
  });
});
