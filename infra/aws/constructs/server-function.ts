import { basename } from "node:path";

import { Duration, Stack, Validations } from "aws-cdk-lib";
import { Effect, type Grant, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  type FunctionProps,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import * as z from "zod";
import { ENTRY_METADATA } from "../../templates/metadata.ts";
import type { Deployment } from "../deployment.ts";
import type { Stage } from "../stage.ts";
import { functionByName } from "./function-by-name.ts";
import { functionName } from "./function-name.ts";
import { logRetention } from "./log-retention.ts";
import type { Network } from "./network.ts";

/** A section of settings is passed as an object; the variable holds it as JSON. */
type Variable<Input> = unknown extends Input ? string | number : Input;

/** Functions in the network cannot reach anything over IPv4, and Node would give up IPv6 after 250 ms. */
const IPV6_FIRST = "--dns-result-order=ipv6first --network-family-autoselection-attempt-timeout=2000";

const NETWORK_INTERFACE_ACTIONS = [
  "ec2:CreateNetworkInterface",
  "ec2:DeleteNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

export type FunctionEnvironment<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.input<Schema>]: Variable<z.input<Schema>[Name]>;
};

export type ServerFunctionProps<Schema extends z.ZodObject> = {
  readonly deployment: Deployment;
  readonly entry: string;
  readonly description: string;
  readonly name?: string;
  readonly schema: Schema;
  readonly environment: FunctionEnvironment<Schema>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly network?: Network | undefined;
  /** Environments reserved for the function, which are also its limit. By default, it shares the account's quota. */
  readonly reservedConcurrency?: number | undefined;
  readonly tracing?: FunctionTracing;
  readonly recursiveLoop?: RecursiveLoop;
};

/** `on_demand`: the function has the right to write traces, and writes none (docs/runbook.md, API latency). */
export type FunctionTracing = "always" | "on_demand" | "never";

type RoleNeeds = {
  readonly logGroup: LogGroup;
  readonly mayTrace: boolean;
  readonly network: Network | undefined;
};

export class ServerFunction<Schema extends z.ZodObject = z.ZodObject> extends Construct {
  readonly lambda: LambdaFunction;
  readonly functionName: string;
  readonly deployment: Deployment;

  constructor(scope: Construct, id: string, props: ServerFunctionProps<Schema>) {
    super(scope, id);
    this.deployment = props.deployment;
    const { stage, code } = props.deployment;
    const { tracing = "always", name = fileName(props.entry) } = props;
    this.functionName = functionName(stage, name);
    const logGroup = new LogGroup(this, "Logs", logRetention(stage));

    this.lambda = new LambdaFunction(this, "Function", {
      description: props.description,
      functionName: this.functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: code(props.entry),
      handler: "index.handler",
      role: this.#createRole({ logGroup, mayTrace: tracing !== "never", network: props.network }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: stage.logLevel === "DEBUG" ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: tracing === "always" ? Tracing.ACTIVE : Tracing.DISABLED,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: {
        ...asStrings(props.schema, props.environment),
        ...(props.network ? { NODE_OPTIONS: IPV6_FIRST } : {}),
      },
      ...placeIn(props.network),
      ...(props.reservedConcurrency ? { reservedConcurrentExecutions: props.reservedConcurrency } : {}),
      ...(props.recursiveLoop ? { recursiveLoop: props.recursiveLoop } : {}),
    });
    cfnFunctionOf(this.lambda).addMetadata(ENTRY_METADATA, props.entry);
  }

  referenceIn(scope: Construct, id: string): IFunction {
    return Stack.of(scope) === Stack.of(this) ? this.lambda : functionByName(scope, id, this.functionName);
  }

  #createRole({ logGroup, mayTrace, network }: RoleNeeds): Role {
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    const grant: Grant = logGroup.grantWrite(role);
    grant.assertSuccess();
    if (mayTrace) allowTraces(role);
    if (network) allowNetworkInterfaces(role);
    if (mayTrace || network) {
      Validations.of(role).acknowledge({
        id: "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
        reason: "X-Ray's write actions know no resources, and Lambda's network interfaces have no names in advance.",
      });
    }
    return role;
  }
}

function fileName(entry: string): string {
  return basename(entry, ".ts");
}

export function endpointTracing({ tracing }: Pick<Stage, "tracing">): FunctionTracing {
  return tracing.endpoints ? "always" : "on_demand";
}

function allowTraces(role: Role): void {
  const actions = ["xray:PutTraceSegments", "xray:PutTelemetryRecords"];
  role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources: ["*"] }));
}

/**
 * Lambda may create the network interfaces, but not the function's own code, for which AWS sets the condition's key.
 */
function allowNetworkInterfaces(role: Role): void {
  const onAll = { actions: NETWORK_INTERFACE_ACTIONS, resources: ["*"] };
  role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, ...onAll }));
  role.addToPolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      ...onAll,
      conditions: { Null: { "lambda:SourceFunctionArn": "false" } },
    }),
  );
}

function placeIn(network: Network | undefined): Partial<FunctionProps> {
  if (!network) return {};
  const { vpc, functionSubnets, functionSecurityGroup } = network;
  return {
    vpc,
    vpcSubnets: functionSubnets,
    securityGroups: [functionSecurityGroup],
    ipv6AllowedForDualStack: true,
  };
}

/** Passes only the settings of a section that the schema names: others must not redeploy the function. */
function asStrings(schema: z.ZodObject, environment: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, asString(schema.shape[name], value)]));
}

function asString(schema: z.core.$ZodType | undefined, value: unknown): string {
  if (schema === undefined || typeof value !== "object") return String(value);
  return JSON.stringify(z.parse(schema, value));
}

function cfnFunctionOf(lambda: LambdaFunction): CfnFunction {
  // The default child of a Function is a CfnFunction; the type of the property does not say so.
  return lambda.node.defaultChild as CfnFunction;
}
