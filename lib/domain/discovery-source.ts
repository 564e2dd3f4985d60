import * as z from "zod";

/** How an app came to the database. */
export const discoverySources = ["on_search", "on_trending", "on_publisher_apps", "on_import"] as const;
export const discoverySourceSchema = z.enum(discoverySources);
export type DiscoverySource = z.infer<typeof discoverySourceSchema>;
