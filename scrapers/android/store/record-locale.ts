/** Names, dates and numbers of identity, metrics and lists are asked for in the language that they are read in. */
export const RECORD_LOCALE = "en";
