/** Competitors beside an app: two fit a screen, three a wide one. */
export const COMPARED_MAX = 3;
