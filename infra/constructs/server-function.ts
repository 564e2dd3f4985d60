import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { Effect, type Grant, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod";

import type { Deployment } from "../deployment.ts";
import { ENTRY_METADATA } from "../metadata.ts";

type Variable<Input> = unknown extends Input ? string | number : Extract<Input, string | number | undefined>;

/** The variables that a function of this schema parses at start. Leaving one out does not compile. */
export type FunctionEnvironment<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.input<Schema>]: Variable<z.input<Schema>[Name]>;
};

export type ServerFunctionProps<Schema extends z.ZodObject> = {
  readonly deployment: Deployment;
  /** Source file of the handler, from the repository's root. */
  readonly entry: string;
  readonly description: string;
  /** The schema that the function parses its environment with. */
  readonly schema: Schema;
  readonly environment: FunctionEnvironment<Schema>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Default: Lambda stops functions that seem to call themselves without end. */
  readonly recursiveLoop?: RecursiveLoop;
};

/** A Lambda function of the house: Node 24 on arm64, JSON logs in its own group, its own role, traced. */
export class ServerFunction<Schema extends z.ZodObject = z.ZodObject> extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServerFunctionProps<Schema>) {
    super(scope, id);
    const { stage, code } = props.deployment;
    const logGroup = new LogGroup(this, "Logs", {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    this.lambda = new LambdaFunction(this, "Function", {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: code(props.entry),
      handler: "index.handler",
      role: this.#createRole(logGroup),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: stage.logLevel === "DEBUG" ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: asStrings(props.environment),
      ...(props.recursiveLoop ? { recursiveLoop: props.recursiveLoop } : {}),
    });
    cfnFunctionOf(this.lambda).addMetadata(ENTRY_METADATA, props.entry);
  }

  #createRole(logGroup: LogGroup): Role {
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    const grant: Grant = logGroup.grantWrite(role);
    grant.assertSuccess();
    role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
        resources: ["*"],
      }),
    );
    Validations.of(role).acknowledge({
      id: "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
      reason: "X-Ray's write actions know no resources.",
    });
    return role;
  }
}

function asStrings(environment: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function cfnFunctionOf(lambda: LambdaFunction): CfnFunction {
  // The default child of a Function is a CfnFunction; the type of the property does not say so.
  return lambda.node.defaultChild as CfnFunction;
}
