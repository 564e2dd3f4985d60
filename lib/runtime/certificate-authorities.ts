import { readFileSync } from "node:fs";

/**
 * The certificate authorities of Amazon RDS in this region, which Node does not know. They lie beside the bundle, each
 * region's in a file of its own: reading all of them would take a cold start twenty times as long.
 */
export function readRdsAuthorities(region: string | undefined): string {
  return readFileSync(new URL(`./rds-authorities/${region}.pem`, import.meta.url), "utf8");
}
