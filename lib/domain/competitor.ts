/** What a competitor is to the app that a user follows. */
export const competitorRelationships = ["direct", "indirect", "aspiration"] as const;
