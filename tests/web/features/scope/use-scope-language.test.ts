import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";

import { useScopeLanguage } from "../../../../web/features/scope/use-scope-language.ts";
import type { Platform } from "../../../../web/format/app-path.ts";

afterEach(() => void vi.unstubAllGlobals());

function languageAt(search: string, platform: Platform): string {
  vi.stubGlobal("location", { pathname: "/dashboard", search });
  const client = new QueryClient();
  const countries = [{ code: "jp", ios_languages: ["ja"], android_languages: ["ja-JP"] }];
  client.setQueryData(["listCountries", {}], { data: countries });
  const Language = () => useScopeLanguage(platform);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Language)));
}

it.each([
  ["?country=jp", "ios", "ja"],
  ["?country=jp", "android", "ja-JP"],
  ["?country=jp&locale=ko", "android", "ko"],
  ["", "android", ""],
] as const)("at the address %j, the language of an app on %s is %j", (search, platform, language) => {
  expect(languageAt(search, platform)).toBe(language);
});
