import { foldText } from "./fold-text.ts";
import { languageOf } from "./language-of.ts";

const lists: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  af: async () => (await import("stopword/src/stopwords_afr.js")).afr,
  ar: async () => (await import("stopword/src/stopwords_ara.js")).ara,
  bg: async () => (await import("stopword/src/stopwords_bul.js")).bul,
  bn: async () => (await import("stopword/src/stopwords_ben.js")).ben,
  br: async () => (await import("stopword/src/stopwords_bre.js")).bre,
  ca: async () => (await import("stopword/src/stopwords_cat.js")).cat,
  cs: async () => (await import("stopword/src/stopwords_ces.js")).ces,
  da: async () => (await import("stopword/src/stopwords_dan.js")).dan,
  de: async () => (await import("stopword/src/stopwords_deu.js")).deu,
  el: async () => (await import("stopword/src/stopwords_ell.js")).ell,
  en: async () => (await import("stopword/src/stopwords_eng.js")).eng,
  eo: async () => (await import("stopword/src/stopwords_epo.js")).epo,
  es: async () => (await import("stopword/src/stopwords_spa.js")).spa,
  et: async () => (await import("stopword/src/stopwords_est.js")).est,
  eu: async () => (await import("stopword/src/stopwords_eus.js")).eus,
  fa: async () => (await import("stopword/src/stopwords_fas.js")).fas,
  fi: async () => (await import("stopword/src/stopwords_fin.js")).fin,
  fil: async () => (await import("stopword/src/stopwords_tgl.js")).tgl,
  fr: async () => (await import("stopword/src/stopwords_fra.js")).fra,
  ga: async () => (await import("stopword/src/stopwords_gle.js")).gle,
  gl: async () => (await import("stopword/src/stopwords_glg.js")).glg,
  gu: async () => (await import("stopword/src/stopwords_guj.js")).guj,
  ha: async () => (await import("stopword/src/stopwords_hau.js")).hau,
  he: async () => (await import("stopword/src/stopwords_heb.js")).heb,
  hi: async () => (await import("stopword/src/stopwords_hin.js")).hin,
  hr: async () => (await import("stopword/src/stopwords_hrv.js")).hrv,
  hu: async () => (await import("stopword/src/stopwords_hun.js")).hun,
  hy: async () => (await import("stopword/src/stopwords_hye.js")).hye,
  id: async () => (await import("stopword/src/stopwords_ind.js")).ind,
  it: async () => (await import("stopword/src/stopwords_ita.js")).ita,
  ja: async () => (await import("stopword/src/stopwords_jpn.js")).jpn,
  ko: async () => (await import("stopword/src/stopwords_kor.js")).kor,
  ku: async () => (await import("stopword/src/stopwords_kur.js")).kur,
  la: async () => (await import("stopword/src/stopwords_lat.js")).lat,
  lt: async () => (await import("stopword/src/stopwords_lit.js")).lit,
  lv: async () => (await import("stopword/src/stopwords_lav.js")).lav,
  mr: async () => (await import("stopword/src/stopwords_mar.js")).mar,
  ms: async () => (await import("stopword/src/stopwords_msa.js")).msa,
  my: async () => (await import("stopword/src/stopwords_mya.js")).mya,
  nl: async () => (await import("stopword/src/stopwords_nld.js")).nld,
  no: async () => (await import("stopword/src/stopwords_nob.js")).nob,
  pa: async () => (await import("stopword/src/stopwords_panGu.js")).panGu,
  pl: async () => (await import("stopword/src/stopwords_pol.js")).pol,
  pt: async () => (await import("stopword/src/stopwords_por.js")).por,
  "pt-BR": async () => (await import("stopword/src/stopwords_porBr.js")).porBr,
  ro: async () => (await import("stopword/src/stopwords_ron.js")).ron,
  ru: async () => (await import("stopword/src/stopwords_rus.js")).rus,
  sk: async () => (await import("stopword/src/stopwords_slk.js")).slk,
  sl: async () => (await import("stopword/src/stopwords_slv.js")).slv,
  so: async () => (await import("stopword/src/stopwords_som.js")).som,
  st: async () => (await import("stopword/src/stopwords_sot.js")).sot,
  sv: async () => (await import("stopword/src/stopwords_swe.js")).swe,
  sw: async () => (await import("stopword/src/stopwords_swa.js")).swa,
  th: async () => (await import("stopword/src/stopwords_tha.js")).tha,
  tr: async () => (await import("stopword/src/stopwords_tur.js")).tur,
  uk: async () => (await import("stopword/src/stopwords_ukr.js")).ukr,
  ur: async () => (await import("stopword/src/stopwords_urd.js")).urd,
  vi: async () => (await import("stopword/src/stopwords_vie.js")).vie,
  yo: async () => (await import("stopword/src/stopwords_yor.js")).yor,
  zh: async () => (await import("stopword/src/stopwords_zho.js")).zho,
  zu: async () => (await import("stopword/src/stopwords_zul.js")).zul,
};

/** Returns the folded stop words of a locale and of English, which is part of listings of every language. */
export async function stopWordsOf(locale: string): Promise<ReadonlySet<string>> {
  const language = languageOf(locale);
  const words = await Promise.all(["en", Object.hasOwn(lists, locale) ? locale : language].map(read));
  return new Set([...words.flat(), ...englishFunctionWords].map((word) => foldText(word, language)));
}

const englishFunctionWords: readonly string[] = (
  "above again against almost although always among anything below cannot does doing done down during either else " +
  "ever every everyone everything few further getting gets going having hers herself however its itself just let " +
  "lets may maybe neither no nobody none nor not nothing off often once onto others ours ourselves per perhaps quite " +
  "rather really she so someone something theirs themselves thing though together toward until upon us used using " +
  "via want whatever when whenever wherever whether whoever whom whose why will within without yet yours yourself " +
  "yourselves"
).split(" ");

async function read(name: string): Promise<readonly string[]> {
  return Object.hasOwn(lists, name) ? ((await lists[name]?.()) ?? []) : [];
}
