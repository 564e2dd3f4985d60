import * as z from "zod";

export const competitorRelationships = ["direct", "indirect", "aspiration"] as const;
export const competitorRelationshipSchema = () => z.enum(competitorRelationships);
export type CompetitorRelationship = (typeof competitorRelationships)[number];

export const COMPETITORS_MAX = 100;

/**
 * After this many competitors, a page of tracked apps begins no further app, but finishes the last one. At most 149
 * competitors of 50 apps always fit into a function's response.
 */
export const PAGE_COMPETITORS = 50;
