import * as z from "zod";

/** What a competitor is to the app that a user follows. */
export const competitorRelationships = ["direct", "indirect", "aspiration"] as const;
export const competitorRelationshipSchema = z.enum(competitorRelationships);
export type CompetitorRelationship = z.infer<typeof competitorRelationshipSchema>;

/** Competitors of one app that one user may define. Reads are bounded by it. */
export const COMPETITORS_MAX = 100;
