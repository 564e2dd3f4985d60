import { iconAddress, screenshotAddress } from "../pictures/addresses.ts";
import { type Revision, revisionOn, rhythms, slower } from "./cadence.ts";
import { nearestTextLanguages, phrasesByLanguage, type TextLanguage } from "./languages.ts";
import type { AppFacts, CatalogueScreenshot } from "./records.ts";
import type { Phrases } from "./texts/phrases.ts";
import type { VersionOnDay } from "./versions.ts";

type EditedField = "title" | "subtitle" | "promotion" | "description" | "screenshots" | "video";

export type ListingTexts = {
  readonly title: string;
  readonly subtitle: string | null;
  readonly shortDescription: string | null;
  readonly description: string;
  readonly promotionalText: string | null;
  readonly whatsNew: string | null;
  readonly screenshots: readonly CatalogueScreenshot[];
  readonly videoUrl: string | null;
};

/** The App Store limits names to 30 characters. */
const TITLE_MAX = 30;

export function textLanguageFor(facts: AppFacts, locale: string): TextLanguage {
  return nearestTextLanguages(locale).find((language) => facts.languages.includes(language)) ?? facts.languages[0];
}

export function listingTextsOn(
  facts: AppFacts,
  input: { readonly language: TextLanguage; readonly day: number; readonly version: VersionOnDay },
): ListingTexts {
  const write = writerFor(facts, input);
  const isIos = facts.platform === "ios";
  const tagline = write("subtitle", "subtitles");

  return {
    title: write.title(),
    subtitle: isIos && facts.draws.chance("has subtitle", 0.9) ? tagline : null,
    shortDescription: isIos ? null : tagline,
    description: write.description(),
    promotionalText: isIos && facts.draws.chance("has promotion", 0.6) ? write("promotion", "promotions") : null,
    whatsNew: input.version.isFirst ? null : write.news(),
    screenshots: screenshotsOf(facts, input.language, write.revision("screenshots")),
    videoUrl: videoOf(facts, input.language, write.revision("video")),
  };
}

export function iconOn(facts: AppFacts, day: number): string {
  const revision = revisionOn(facts.draws, "icon", rhythms.icon, day).number;
  return iconAddress(facts, revision);
}

type Writer = {
  (field: EditedField, list: "subtitles" | "promotions"): string;
  title(): string;
  description(): string;
  news(): string;
  revision(field: EditedField): number;
};

function writerFor(
  facts: AppFacts,
  { language, day, version }: { language: TextLanguage; day: number; version: VersionOnDay },
): Writer {
  const phrases = phrasesByLanguage[language];
  const revision = (field: EditedField) => editsOf(facts, field, language, day).number;
  const turn = (field: EditedField) => facts.draws.int(`first ${field}`, 0, 89) + revision(field);
  const fill = (template: string, n: number) => fillIn(template, { facts, phrases, n });
  const write = (field: EditedField, list: "subtitles" | "promotions") =>
    fill(nth(phrases[list], turn(field)), 2 + (turn(field) % 90));

  return Object.assign(write, {
    revision,
    title: () => titleOf(facts, phrases, turn("title")),
    description: () => descriptionOf(phrases, turn("description"), fill),
    news: () => fill(nth(phrases.news, version.build), 2 + (version.build % 40)),
  });
}

/** Most translations are edited together with the first language; the others have their own rhythm. */
function editsOf(facts: AppFacts, field: EditedField, language: TextLanguage, day: number): Revision {
  const { draws } = facts;
  const together = language === facts.languages[0] || draws.chance(`together:${field}:${language}`, 0.7);
  return together
    ? revisionOn(draws, field, rhythms[field], day)
    : revisionOn(draws, `${field}:${language}`, slower(rhythms[field]), day);
}

function titleOf(facts: AppFacts, phrases: Phrases, turn: number): string {
  const theme = phrases.themes[facts.theme];
  const styles = [facts.brand, `${facts.brand}: ${theme}`, `${facts.brand} - ${theme}`, `${theme} ${facts.brand}`];
  const title = nth(styles, turn);
  return title.length <= TITLE_MAX ? title : `${facts.brand} ${1 + (turn % 9)}`;
}

function descriptionOf(phrases: Phrases, turn: number, fill: (template: string, n: number) => string): string {
  const bullets = Array.from({ length: 3 + (turn % 2) }, (_, index) => nth(phrases.features, turn + index));
  const paragraphs = [
    fill(nth(phrases.openings, turn), turn),
    bullets.map((bullet, index) => `• ${fill(bullet, 2 + ((turn + index) % 60))}`).join("\n"),
    fill(nth(phrases.promotions, turn + 1), 3 + (turn % 70)),
    bullets.map((bullet, index) => `★ ${fill(bullet, 70 + index)}`).join("\n"),
    fill(nth(phrases.closings, turn), turn),
  ];
  return paragraphs.join("\n\n");
}

function screenshotsOf(facts: AppFacts, language: TextLanguage, revision: number): readonly CatalogueScreenshot[] {
  const { draws, platform } = facts;
  const series = (device: CatalogueScreenshot["device_type"]) =>
    Array.from({ length: draws.int(`${device} screenshots`, 2, 8) }, (_, order) => ({
      url: screenshotAddress(facts, { language, revision, device, order }),
      device_type: device,
      order,
    }));

  if (draws.chance("no screenshots", 0.02)) return [];
  if (platform === "android") return series("phone");
  const pad = draws.chance("made for ipad", 0.6) ? series("ipad") : [];
  return [...series("iphone"), ...pad];
}

function videoOf(facts: AppFacts, language: TextLanguage, revision: number): string | null {
  if (!facts.draws.chance("has video", 0.25)) return null;
  return `https://video.example/${facts.platform}/${facts.bundleId}/${language}/r${revision}.m3u8`;
}

function fillIn(template: string, input: { facts: AppFacts; phrases: Phrases; n: number }): string {
  return template
    .replaceAll("{name}", input.facts.brand)
    .replaceAll("{theme}", input.phrases.themes[input.facts.theme])
    .replaceAll("{n}", String(input.n));
}

function nth(values: readonly string[], index: number): string {
  return values[index % values.length] ?? "";
}
