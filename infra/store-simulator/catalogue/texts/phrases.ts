export const themes = [
  "notes",
  "budget",
  "photos",
  "weather",
  "puzzle",
  "racing",
  "music",
  "recipes",
  "fitness",
  "travel",
  "chat",
  "learning",
] as const;
export type Theme = (typeof themes)[number];

type Sentences = readonly [string, string, ...string[]];

/** The parts of listings in one language. `{name}`, `{theme}` and `{n}` are filled in. */
export type Phrases = {
  readonly themes: Readonly<Record<Theme, string>>;
  readonly subtitles: Sentences;
  readonly promotions: Sentences;
  readonly openings: Sentences;
  readonly features: Sentences;
  readonly closings: Sentences;
  readonly news: Sentences;
};
