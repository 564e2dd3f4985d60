import type { TextLanguage } from "../languages.ts";
import { arabic } from "./arabic.ts";
import { brazilianPortuguese } from "./brazilian-portuguese.ts";
import { britishEnglish } from "./british-english.ts";
import { canadianFrench } from "./canadian-french.ts";
import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { italian } from "./italian.ts";
import { japanese } from "./japanese.ts";
import { korean } from "./korean.ts";
import { mexicanSpanish } from "./mexican-spanish.ts";
import type { Phrases } from "./phrases.ts";
import { polish } from "./polish.ts";
import { portuguese } from "./portuguese.ts";
import { russian } from "./russian.ts";
import { simplifiedChinese } from "./simplified-chinese.ts";
import { spanish } from "./spanish.ts";
import { swedish } from "./swedish.ts";
import { traditionalChinese } from "./traditional-chinese.ts";
import { turkish } from "./turkish.ts";

export const phrasesByLanguage: Readonly<Record<TextLanguage, Phrases>> = {
  en: english,
  "en-GB": britishEnglish,
  de: german,
  fr: french,
  "fr-CA": canadianFrench,
  es: spanish,
  "es-MX": mexicanSpanish,
  it: italian,
  "pt-BR": brazilianPortuguese,
  "pt-PT": portuguese,
  nl: dutch,
  sv: swedish,
  pl: polish,
  tr: turkish,
  ru: russian,
  ar: arabic,
  ja: japanese,
  ko: korean,
  "zh-Hans": simplifiedChinese,
  "zh-Hant": traditionalChinese,
};
