/** Prices of AWS in one region, before tax. */
export const REGION = "us-east-1";

/** When the prices were collected. They have not been compared with a bill. */
export const PRICES_AS_OF = "2026-11";

type Price = {
  /** US dollars for `per` units. */
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  /** Units a month that the free tier covers. */
  readonly freeUnits: number;
  readonly source: string;
  /** false: from memory, without a page that confirms it. */
  readonly isQuoted: boolean;
};

const MILLION = 1_000_000;

const quoted = (usd: number, per: number, unit: string, source: string, freeUnits = 0): Price => ({
  usd,
  per,
  unit,
  source,
  freeUnits,
  isQuoted: true,
});

const remembered = (usd: number, per: number, unit: string): Price => ({
  usd,
  per,
  unit,
  source: "from memory",
  freeUnits: 0,
  isQuoted: false,
});

const CLOUDWATCH = "aws.amazon.com/cloudwatch/pricing";
const AURORA = "pricing tables of aws/agent-toolkit-for-aws";

/** Prices of the first tiers, without volume discounts. */
export const prices = {
  lambdaGbSeconds: quoted(0.0000133334, 1, "GB-s, arm64", "aws.amazon.com/lambda/pricing", 400_000),
  lambdaRequests: quoted(0.2, MILLION, "invocations", "aws.amazon.com/lambda/pricing", MILLION),
  httpApiRequests: quoted(1, MILLION, "requests", "aws.amazon.com/api-gateway/pricing"),
  sqsRequests: quoted(0.4, MILLION, "requests of 64 KB", "aws.amazon.com/sqs/pricing", MILLION),
  auroraAcuHours: quoted(0.12, 1, "ACU-h", AURORA),
  auroraStorage: quoted(0.1, 1, "GiB-months", AURORA),
  auroraBackup: quoted(0.021, 1, "GiB-months", AURORA),
  auroraIo: quoted(0.2, MILLION, "I/Os", AURORA),
  secrets: quoted(0.4, 1, "secrets", "aws.amazon.com/secrets-manager/pricing"),
  secretCalls: quoted(0.05, 10_000, "calls", "aws.amazon.com/secrets-manager/pricing"),
  logIngestion: quoted(0.5, 1, "GB", CLOUDWATCH, 5),
  logStorage: quoted(0.03, 1, "GB-months", CLOUDWATCH),
  metrics: quoted(0.3, 1, "metrics", CLOUDWATCH, 10),
  alarms: quoted(0.1, 1, "alarm metrics", CLOUDWATCH, 10),
  dashboards: quoted(3, 1, "dashboards", CLOUDWATCH, 3),
  traces: quoted(5, MILLION, "traces", "aws.amazon.com/xray/pricing", 100_000),
  scheduledEvents: quoted(0, 1, "events", "docs.aws.amazon.com/eventbridge (scheduled rules are free)"),
  dataOut: quoted(0.09, 1, "GB", "aws.amazon.com/ec2/pricing/on-demand", 100),
  dataBetweenServices: remembered(0.01, 1, "GB"),
  natGatewayHours: quoted(0.045, 1, "hours", "aws.amazon.com/vpc/pricing"),
  interfaceEndpointHours: quoted(0.01, 1, "zone-hours", "aws.amazon.com/privatelink/pricing"),
  keyVersions: quoted(1, 1, "versions of a key", "aws.amazon.com/kms/pricing"),
} as const satisfies Record<string, Price>;

export type PricedItem = keyof typeof prices;
