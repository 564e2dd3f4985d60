import { expect, it } from "vitest";

import { FURTHER_LISTS } from "../../lib/domain/storefront-sweep.ts";
import { distinctLists } from "../../lib/sweeps/request-apps.ts";
import { nonEmpty } from "../support/non-empty.ts";

/** The first list of a batch, and the further ones. */
const LISTS = 1 + FURTHER_LISTS.most;
const looks = Array.from({ length: LISTS }, (_, look) => look);

it.each([2, 3, 4, 180])("%i apps are requested by as many different lists as a batch may need", (count) => {
  const apps = Array.from({ length: count }, (_, id) => id);
  const nextList = distinctLists((id: number) => id);

  const lists = looks.map(() => nextList(apps));

  expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(LISTS);
  for (const { items } of nonEmpty(lists)) expect(items.toSorted((a, b) => a - b)).toEqual(apps);
});

it("lists of fewer and fewer apps differ, too", () => {
  const nextList = distinctLists((id: number) => id);

  const lists = [
    [1, 2, 3, 4],
    [1, 2],
    [1, 2],
    [1, 2],
  ].map((apps) => nextList(apps));

  expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(lists.length);
});

it("lists differ by language only where orders cannot differ", () => {
  const nextList = distinctLists((id: number) => id);

  expect(looks.map(() => nextList([1, 2, 3, 4]).language)).toEqual(looks.map(() => null));
});

it.each(["en-US", "de-DE"])("lists of a batch that reads %s differ by another language", (locale) => {
  const nextList = distinctLists((id: number) => id, locale);

  const languages = looks.map(() => nextList([1, 2]).language);

  expect(languages.slice(0, 2)).toEqual([null, null]);
  for (const language of nonEmpty(languages.slice(2))) expect([null, locale]).not.toContain(language);
});

it("an app alone has a list for each language", () => {
  const nextList = distinctLists((id: number) => id, "de-DE");
  const languages = Array.from({ length: 4 }, () => nextList([1]).language);
  expect(languages).toEqual([null, "en-US", "en-GB", "fr-FR"]);

  expect(() => nextList([1])).toThrow(RangeError);
});
