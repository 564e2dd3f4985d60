import type { RoleAllows } from "./policies.ts";

export type Model = {
  readonly functions: readonly HostedFunction[];
  readonly routes: readonly HostedRoute[];
  readonly throttles: Throttles;
  /** If it is undefined, no other origin may call the HTTP API. */
  readonly cors: CorsConfiguration | undefined;
  readonly functionUrls: readonly HostedFunctionUrl[];
  readonly queues: readonly HostedQueue[];
  readonly sources: readonly HostedSource[];
  readonly schedules: readonly HostedSchedule[];
  readonly secrets: readonly HostedSecret[];
  readonly triggers: readonly string[];
  readonly roleAllows: RoleAllows;
};

export type HostedFunction = {
  readonly name: string;
  /** The name by which others invoke it, or undefined if CloudFormation generates one. */
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
  readonly isPermitted: boolean;
};

export type Throttle = { readonly perSecond: number; readonly burst: number };

export type Throttles = { readonly ofStage: Throttle | undefined; readonly ofRoutes: ReadonlyMap<string, Throttle> };

export const unthrottled: Throttles = { ofStage: undefined, ofRoutes: new Map() };

export type CorsConfiguration = {
  readonly AllowOrigins: readonly string[];
  readonly AllowMethods: readonly string[];
  readonly AllowHeaders: readonly string[];
  readonly ExposeHeaders: readonly string[];
  readonly MaxAge: number;
};

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
  readonly value: string | undefined;
  readonly generate:
    | { readonly template: string | undefined; readonly key: string | undefined; readonly length: number }
    | undefined;
};
