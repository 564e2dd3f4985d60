export const KEYWORD_WORDS_MAX = 3;

export const WORD_LENGTH_MAX = 50;

export const DEFAULT_KEYWORD_LOCALE = "en-US";

export const keywordSorts = ["keyword", "count", "density"] as const;
export type KeywordSort = (typeof keywordSorts)[number];

export const COMPARED_APPS_MAX = 5;

/** Keywords of each app in a comparison. They fit a function's response whatever the texts are. */
export const COMPARED_KEYWORDS_MAX = 1_000;
