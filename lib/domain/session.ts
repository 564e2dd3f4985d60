/** Sessions that one user can have; the one that ends first gives way to a new one. */
export const SESSIONS_PER_USER_MAX = 20;

/** Tokens that one session can have: a page in each of several tabs has its own. */
export const TOKENS_PER_SESSION_MAX = 10;
