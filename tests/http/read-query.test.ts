import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { AppError } from "../../lib/errors.ts";
import { omitParameters, readQuery } from "../../lib/http/request-input.ts";

describe("readQuery", () => {
  it.each([
    ["a=1", { a: "1" }],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a=x%20y+z", { a: "x y z" }],
    ["a=b=c", { a: "b=c" }],
    ["a=1&a=2", { a: ["1", "2"] }],
    ["a[]=1", { a: ["1"] }],
    ["a%5B%5D=1&a[]=2", { a: ["1", "2"] }],
    ["a[0]=1&a[1]=2", { a: { 0: "1", 1: "2" } }],
    ["version_ids[12]=77", { version_ids: { 12: "77" } }],
    ["a=", {}],
    ["a", {}],
    ["a=%20%09&b=1", { b: "1" }],
    ["&&a=1&", { a: "1" }],
    ["", {}],
  ])("reads %s", (query, expected) => {
    expect({ ...readQuery(query) }).toEqual(expected);
  });

  it("does not let a key reach the prototype", () => {
    const query = readQuery("__proto__[admin]=1&constructor=2&a[__proto__]=3");

    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect(Object.hasOwn(query, "__proto__")).toBe(true);
  });

  it("rejects what is not percent-encoded UTF-8", () => {
    for (const query of ["a=%", "a=%zz", "a=%C0%AF", "%ff=1"]) expect(() => readQuery(query)).toThrow(AppError);
  });

  it("rejects more than 200 parameters", () => {
    expect(() => readQuery(Array.from({ length: 201 }, (_, index) => `a${index}=1`).join("&"))).toThrow(AppError);
  });

  it("reads back whatever a client encodes, or rejects it as invalid", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((value) => value.trim() !== "");
    fc.assert(
      fc.property(text, (value) => {
        expect(readQuery(`key=${encodeURIComponent(value)}`)).toEqual({ key: value });
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (query) => {
        try {
          readQuery(query);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

describe("omitParameters", () => {
  it("keeps every other parameter as it was sent", () => {
    expect(omitParameters("a[]=x%20y&page=2&after_id=7&b=%2B", "page", "after_id")).toBe("a[]=x%20y&b=%2B");
    expect(omitParameters("", "page")).toBe("");
  });
});
