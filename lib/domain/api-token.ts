/** Unexpired tokens of one user that POST /account/api-tokens has created. */
export const API_TOKENS_MAX = 100;

export const abilities = ["read", "write"] as const;
export type Ability = (typeof abilities)[number];

/** What a token was issued by: `session` by a browser session, with which it ends. */
export const tokenKinds = ["login", "api", "session"] as const;
