import { WORD_LENGTH_MAX } from "../domain/keyword.ts";
import { foldText } from "./fold-text.ts";

const markup = /<[^<>]*>/gu;
/** An address ends at the first non-ASCII character, since Chinese, Japanese and Thai put no space after it. */
const address = /(?:https?:\/\/|www\.)[!-~]+/giu;
const email = /(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}/gu;

/** Ends of lines, and signs between parts of a title or items of a list. */
const separator = /[\r\n\u2028\u2029|•●▪■◆★☆✓✔►▶→]+/u;

/** A sentence may also end before a small letter, which rule SB8 of UAX 29 treats as an abbreviation. */
const fullStop = /(?<=[\p{L}\p{N}]{2}\.)\s+/u;

const edges = /^['_.:]+|['_.:]+$/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;
const ideograph = /^[\p{Script=Han}\p{Script=Hangul}]$/u;

/** Languages whose articles and pronouns lose their vowel before a noun: l'application, dell'album. */
const eliding: ReadonlySet<string> = new Set(["ca", "fr", "it"]);

/** Languages of the stores that write an apostrophe within words: O'Reilly, Qur'an, комп'ютер, צ'אט. */
const spelling: ReadonlySet<string> = new Set(["en", "he", "id", "ms", "uk"]);

/** English endings after an apostrophe: app's, I'm, we're. */
const englishEnding = /'(?:s|m|d|ll|re|ve)$/u;

/** A name after a single letter: L'Oréal. No ending of the other languages, as in Turkish A'dan, is that long. */
const nameAfterLetter = /^\p{L}'\p{L}{4}/u;

/**
 * Returns the folded words of a text by sentence. Intl.Segmenter finds the words, with dictionaries for languages
 * without spaces. Addresses, markup and single letters are left out.
 */
export function splitWords(text: string, language: string): readonly (readonly string[])[] {
  const { sentences, words } = segmentersOf(language);
  const plain = text.replace(markup, " ").replace(address, "\n").replace(email, "\n");
  return plain
    .split(separator)
    .flatMap((line) => line.split(fullStop))
    .flatMap((part) => [...sentences.segment(part)])
    .map(({ segment }) =>
      [...words.segment(foldText(segment, language))]
        .flatMap((word) => (word.isWordLike ? partsOf(word.segment, language) : []))
        .map((word) => word.replace(edges, ""))
        .filter(isWord),
    )
    .filter((sentence) => sentence.length > 0);
}

function partsOf(word: string, language: string): readonly string[] {
  const [stem = "", ...rest] = word.split("'");
  if (rest.length === 0) return [word];
  if (eliding.has(language)) return [stem, ...rest];
  // In English, n't negates only auxiliary verbs.
  if (word.endsWith("n't")) return [];
  if (spelling.has(language)) return [word.replace(englishEnding, "")];
  // In other languages, an ending follows: Turkish Store'da.
  return [nameAfterLetter.test(word) ? word : stem];
}

function isWord(word: string): boolean {
  const isLong = word.length > 1 && word.length <= WORD_LENGTH_MAX;
  return (isLong || ideograph.test(word)) && letterOrDigit.test(word);
}

type Segmenters = { readonly sentences: Intl.Segmenter; readonly words: Intl.Segmenter };

/** One per language of stored listings, because making one takes longer than splitting a listing. */
const segmenters = new Map<string, Segmenters>();

function segmentersOf(language: string): Segmenters {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = {
    sentences: new Intl.Segmenter(language, { granularity: "sentence" }),
    words: new Intl.Segmenter(language, { granularity: "word" }),
  };
  segmenters.set(language, made);
  return made;
}
