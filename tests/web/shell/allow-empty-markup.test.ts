import { expect, it } from "vitest";

import { allowEmptyMarkup } from "../../../web/shell/allow-empty-markup.ts";

it("allows no text as markup but the empty one", () => {
  const policies = new Map<string, (text: string) => string | null>();
  allowEmptyMarkup({ createPolicy: (name, { createHTML }) => policies.set(name, createHTML) });

  const create = policies.get("default");
  expect(["", " ", "<b>Bold</b>"].map((text) => create?.(text))).toEqual(["", null, null]);
  expect([...policies.keys()]).toEqual(["default"]);
});

it("leaves a browser that knows no trusted types as it is", () => {
  expect(() => allowEmptyMarkup(undefined)).not.toThrow();
});
