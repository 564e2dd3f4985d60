import { expect, it } from "vitest";
import { firstLanguage } from "../../../../web/features/scope/use-language-of.ts";

const countries = [
  { code: "jp", ios_languages: ["ja", "en-US"], android_languages: ["ja-JP"] },
  { code: "cu", ios_languages: null, android_languages: ["es-419"] },
];

it.each([
  ["jp", "ja"],
  ["cu", "es-419"],
  ["xx", undefined],
])("the first language of %s is %s", (code, language) => {
  expect(firstLanguage(countries, code)).toBe(language);
});

it.each([
  ["jp", "ios", "ja"],
  ["jp", "android", "ja-JP"],
  ["cu", "ios", undefined],
  ["cu", "android", "es-419"],
] as const)("the first language of %s on %s is %s", (code, platform, language) => {
  expect(firstLanguage(countries, code, platform)).toBe(language);
});
