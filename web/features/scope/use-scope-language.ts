import { optionalText } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import type { Platform } from "../../format/app-path.ts";
import { useLanguageOf } from "./use-language-of.ts";

const state = { locale: optionalText(), country: optionalText() };

/** Returns the language of the address, or the first one of its country in a store, or undefined if it has neither. */
export function useScopeLanguage(platform: Platform): string | undefined {
  const [{ locale, country = "" }] = useQueryState(state);
  const { language } = useLanguageOf(locale === undefined ? country : "", platform);
  return locale ?? language;
}
