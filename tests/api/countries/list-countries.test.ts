import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

describe("GET /countries", () => {
  it("[CTY-1 CTY-3] lists the storefronts by name, without the zz sentinel", async () => {
    const response = await createApi(database().db).get("/countries", await createCaller(database().db));

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
    const response = await createApi(database().db).get("/countries", await createCaller(database().db));

    const countries: { ios_languages: string[] | null }[] = response.body.data;
    expect(countries.filter(({ ios_languages }) => ios_languages === null)).toHaveLength(13);
  });

  it("requires a token", async () => {
    expect((await createApi(database().db).get("/countries")).status).toBe(401);
  });
});
