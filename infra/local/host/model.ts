import type { CorsConfiguration } from "./cors.ts";
import type { RoleAllows } from "./identity-policies.ts";

/** The resources of the templates that the host runs, with every reference resolved. */
export type Model = {
  readonly functions: readonly HostedFunction[];
  readonly routes: readonly HostedRoute[];
  readonly throttles: Throttles;
  /** undefined: no other origin may call the HTTP API. */
  readonly cors: CorsConfiguration | undefined;
  readonly functionUrls: readonly HostedFunctionUrl[];
  readonly queues: readonly HostedQueue[];
  readonly sources: readonly HostedSource[];
  readonly schedules: readonly HostedSchedule[];
  readonly secrets: readonly HostedSecret[];
  /** Functions to run once before anything else, by ARN. */
  readonly triggers: readonly string[];
  readonly roleAllows: RoleAllows;
};

export type HostedFunction = {
  readonly name: string;
  /** By which others invoke it; undefined where CloudFormation generates one. */
  readonly givenName: string | undefined;
  readonly arn: string;
  readonly entry: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly reservedConcurrency: number | undefined;
};

export type HostedRoute = {
  /** `GET /apps/{platform}` or `$default`. */
  readonly routeKey: string;
  readonly functionArn: string;
  readonly timeoutMs: number;
  /** Says whether API Gateway may invoke the function. */
  readonly isPermitted: boolean;
};

/** A bucket of tokens, of which each request takes one. */
export type Throttle = { readonly perSecond: number; readonly burst: number };

/** undefined: no limit. */
export type Throttles = { readonly ofStage: Throttle | undefined; readonly ofRoutes: ReadonlyMap<string, Throttle> };

export type HostedFunctionUrl = { readonly key: string; readonly functionArn: string; readonly authType: string };

export type HostedQueue = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
};

export type HostedSource = {
  readonly queueName: string;
  readonly queueArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  readonly maxConcurrency: number;
  readonly reportsBatchItemFailures: boolean;
};

export type HostedSchedule = {
  readonly arn: string;
  readonly expression: string;
  readonly targets: readonly { readonly functionArn: string; readonly input: string | undefined }[];
  readonly runsAtStart: boolean;
};

export type HostedSecret = {
  readonly arn: string;
  /** The value, or how to generate one. */
  readonly value: string | undefined;
  readonly generate:
    | { readonly template: string | undefined; readonly key: string | undefined; readonly length: number }
    | undefined;
};
