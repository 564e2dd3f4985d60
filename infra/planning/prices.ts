/** Prices of AWS by region, before tax. */
export const regions = ["us-east-1", "eu-central-1", "eu-west-1", "ap-northeast-1"] as const;
export type Region = (typeof regions)[number];

/** The month in which the prices were collected. They have not been compared with a bill. */
export const PRICES_AS_OF = "2026-11";

type RegionalPrice = {
  /** US dollars for `per` units. */
  readonly usd: number;
  /** A page that confirms the price, or null if the price was not confirmed. */
  readonly source: string | null;
};

type Price = {
  readonly per: number;
  readonly unit: string;
  readonly freeUnits: number;
  readonly in: Readonly<Record<Region, RegionalPrice>>;
};

type Elsewhere = Partial<Readonly<Record<Region, number | RegionalPrice>>>;

const MILLION = 1_000_000;

/** The source states the price of us-east-1. Prices of other regions have no source, and default to the same price. */
function priced(
  usd: number,
  per: number,
  unit: string,
  { source, freeUnits = 0, elsewhere = {} }: { source: string | null; freeUnits?: number; elsewhere?: Elsewhere },
): Price {
  const remembered = (given: number | RegionalPrice = usd): RegionalPrice =>
    typeof given === "number" ? { usd: given, source: null } : given;
  return {
    per,
    unit,
    freeUnits,
    in: {
      "us-east-1": { usd, source },
      "eu-central-1": remembered(elsewhere["eu-central-1"]),
      "eu-west-1": remembered(elsewhere["eu-west-1"]),
      "ap-northeast-1": remembered(elsewhere["ap-northeast-1"]),
    },
  };
}

const of = (frankfurt: number, ireland: number, tokyo: number | RegionalPrice): Elsewhere => ({
  "eu-central-1": frankfurt,
  "eu-west-1": ireland,
  "ap-northeast-1": tokyo,
});

const LAMBDA = "aws.amazon.com/lambda/pricing";
const CLOUDWATCH = "aws.amazon.com/cloudwatch/pricing";
const LOGS_OF_TOKYO = "awsi.click/en/articles/cloudwatch-logs-cost-structure-surprise";
const AURORA = "pricing tables of aws/agent-toolkit-for-aws";
const SECRETS = "aws.amazon.com/secrets-manager/pricing";
const VPC = "aws.amazon.com/vpc/pricing";

/** Prices of the first tiers, without volume discounts. */
export const prices = {
  lambdaGbSeconds: priced(0.0000133334, 1, "GB-s, arm64", { source: LAMBDA, freeUnits: 400_000 }),
  lambdaRequests: priced(0.2, MILLION, "invocations", { source: LAMBDA, freeUnits: MILLION }),
  httpApiRequests: priced(1, MILLION, "requests", {
    source: "aws.amazon.com/api-gateway/pricing",
    elsewhere: of(1.2, 1.11, 1.29),
  }),
  sqsRequests: priced(0.4, MILLION, "requests of 64 KB", {
    source: "aws.amazon.com/sqs/pricing",
    freeUnits: MILLION,
  }),
  auroraAcuHours: priced(0.12, 1, "ACU-h", { source: AURORA, elsewhere: of(0.14, 0.14, 0.2) }),
  auroraStorage: priced(0.1, 1, "GiB-months", { source: AURORA, elsewhere: of(0.119, 0.11, 0.12) }),
  auroraBackup: priced(0.021, 1, "GiB-months", { source: AURORA, elsewhere: of(0.023, 0.022, 0.023) }),
  auroraIo: priced(0.2, MILLION, "I/Os", { source: AURORA, elsewhere: of(0.22, 0.22, 0.24) }),
  secrets: priced(0.4, 1, "secrets", { source: SECRETS }),
  secretCalls: priced(0.05, 10_000, "calls", { source: SECRETS }),
  logIngestion: priced(0.5, 1, "GB", {
    source: CLOUDWATCH,
    freeUnits: 5,
    elsewhere: of(0.63, 0.57, { usd: 0.76, source: LOGS_OF_TOKYO }),
  }),
  logStorage: priced(0.03, 1, "GB-months", {
    source: CLOUDWATCH,
    elsewhere: of(0.0324, 0.03, { usd: 0.033, source: LOGS_OF_TOKYO }),
  }),
  metrics: priced(0.3, 1, "metrics", { source: CLOUDWATCH, freeUnits: 10 }),
  alarms: priced(0.1, 1, "alarm metrics", { source: CLOUDWATCH, freeUnits: 10 }),
  dashboards: priced(3, 1, "dashboards of up to 50 metrics", { source: CLOUDWATCH, freeUnits: 3 }),
  largeDashboards: priced(3, 1, "larger dashboards", { source: CLOUDWATCH }),
  traces: priced(5, MILLION, "traces", { source: "aws.amazon.com/xray/pricing", freeUnits: 100_000 }),
  scheduledEvents: priced(0, 1, "events", { source: "docs.aws.amazon.com/eventbridge (scheduled rules are free)" }),
  dataOut: priced(0.09, 1, "GB", {
    source: "aws.amazon.com/ec2/pricing/on-demand",
    freeUnits: 100,
    elsewhere: { "ap-northeast-1": 0.114 },
  }),
  dataBetweenServices: priced(0.01, 1, "GB", { source: null }),
  natGatewayHours: priced(0.045, 1, "hours", { source: VPC, elsewhere: of(0.052, 0.048, 0.062) }),
  interfaceEndpointHours: priced(0.01, 1, "zone-hours", {
    source: "aws.amazon.com/privatelink/pricing",
    elsewhere: of(0.012, 0.011, 0.014),
  }),
  keyVersions: priced(1, 1, "versions of a key", { source: "aws.amazon.com/kms/pricing" }),
} as const satisfies Record<string, Price>;

export type PricedItem = keyof typeof prices;

/** The part of AWS's free tier that is subtracted. `monitoring` is CloudWatch's metrics, alarms and dashboards. */
export const freeTiers = ["none", "monitoring", "whole"] as const;
export type FreeTier = (typeof freeTiers)[number];

const monitoringItems: readonly PricedItem[] = ["metrics", "alarms", "dashboards"];

export function freeUnitsOf(item: PricedItem, freeTier: FreeTier): number {
  if (freeTier === "none" || (freeTier === "monitoring" && !monitoringItems.includes(item))) return 0;
  return prices[item].freeUnits;
}

export function unverifiedPrices(region: Region): readonly string[] {
  return Object.entries(prices)
    .filter(([, price]) => price.in[region].source === null)
    .map(([name]) => name);
}
