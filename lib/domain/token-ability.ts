/** What an access token permits. */
export const tokenAbilities = ["read", "write"] as const;
