import { expect, it } from "vitest";

import {
  chooseVersion,
  comparedVersions,
  versionOf,
} from "../../../../../web/screens/app/keywords/compared-versions.ts";

it("keeps one version of each compared app, and names those of the compared ones alone", () => {
  const chosen = chooseVersion(chooseVersion(chooseVersion([], "4", "40"), "41", "7"), "4", "44");

  expect([versionOf(chosen, "4"), versionOf(chosen, "41"), versionOf(chosen, "1")]).toEqual(["44", "7", ""]);
  expect(comparedVersions(chosen, ["4", "1"])).toEqual(["44"]);
  expect(comparedVersions([...chosen, "1-x"], ["4", "41", "1"])).toEqual(["44", "7"]);
  expect(chooseVersion(chosen, "4", "")).toEqual(["41-7"]);
});
