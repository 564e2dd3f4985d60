import * as z from "zod";

/** What a competitor is to the app that a user follows. */
export const competitorRelationships = ["direct", "indirect", "aspiration"] as const;
export const competitorRelationshipSchema = () => z.enum(competitorRelationships);
export type CompetitorRelationship = (typeof competitorRelationships)[number];

/** Competitors of one app that one user may define. Reads are bounded by it. */
export const COMPETITORS_MAX = 100;

/**
 * Competitors in a page of tracked apps after which no further app begins. The last one is never cut, so that a page
 * has at most 149 competitors of 50 apps, which fit a function's response whatever the stores' texts are.
 */
export const PAGE_COMPETITORS = 50;
