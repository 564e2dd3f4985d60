/** Unexpired tokens of one user from POST /account/api-tokens. */
export const API_TOKENS_MAX = 100;

export const abilities = ["read", "write"] as const;
export type Ability = (typeof abilities)[number];

/** How a token was issued. A `session` token ends with its browser session, an `oauth` token belongs to a client. */
export const tokenKinds = ["login", "api", "session", "oauth"] as const;
