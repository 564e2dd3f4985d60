export const TAGS_MAX = 50;
export const TAG_NAME_MAX = 40;
