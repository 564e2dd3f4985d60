/** What an access token permits. */
export const tokenAbilities = ["read", "write"] as const;
export type TokenAbility = (typeof tokenAbilities)[number];
