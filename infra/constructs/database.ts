import { CfnParameter, RemovalPolicy, Validations } from "aws-cdk-lib";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type * as z from "zod";

import type { DatabaseAddress, Deployment } from "../deployment.ts";
import type { ServerFunction } from "./server-function.ts";

export type DatabaseProps = {
  readonly deployment: Deployment;
  /** Default: parameters of the template, asked at deployment. */
  readonly address?: DatabaseAddress;
};

/**
 * The service's database and the secret of the role its functions use. The server itself exists already and is reached
 * at the address given; this construct is where a cluster of our own will be created.
 */
export class Database extends Construct {
  readonly address: DatabaseAddress;
  /** `{"username", "password"}` of the role that reads and writes rows and changes no table. */
  readonly appSecret: Secret;
  /** Credentials of the role that owns the tables. */
  readonly ownerSecret: ISecret;
  readonly #deployment: Deployment;

  constructor(scope: Construct, id: string, props: DatabaseProps) {
    super(scope, id);
    this.#deployment = props.deployment;
    this.address = props.address ?? this.#askAddress();
    this.ownerSecret = Secret.fromSecretCompleteArn(this, "OwnerSecret", this.address.ownerSecretArn);
    this.appSecret = new Secret(this, "AppSecret", {
      description: "Role that the functions of the server use",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ username: "shelfwatch_app" }),
        generateStringKey: "password",
        excludePunctuation: true,
        passwordLength: 32,
      },
      removalPolicy: props.deployment.stage.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.appSecret).acknowledge({
      id: "AwsSolutions::AwsSolutions-SMG4",
      reason: "Each deployment's migration sets the role's password from this secret; replacing the secret rotates it.",
    });
  }

  /** The variables of every function that uses the database. */
  environment() {
    const { stage, clockOffsetMs = 0 } = this.#deployment;
    return {
      STAGE: stage.name,
      LOG_LEVEL: stage.logLevel,
      CLOCK_OFFSET_MS: clockOffsetMs,
      DATABASE_HOST: this.address.host,
      DATABASE_PORT: this.address.port,
      DATABASE_NAME: this.address.name,
      DATABASE_SECRET_ARN: this.appSecret.secretArn,
      DATABASE_TLS: stage.database.tls,
      DATABASE_PREPARE: stage.database.prepare,
      DATABASE_CONNECT_TIMEOUT_SECONDS: stage.database.connectTimeoutSeconds,
    } as const;
  }

  grantConnectTo(caller: ServerFunction<z.ZodObject>): void {
    this.appSecret.grantRead(caller.lambda).assertSuccess();
  }

  #askAddress(): DatabaseAddress {
    const parameter = (name: string, description: string, fallback?: string) =>
      new CfnParameter(this, name, { type: "String", description, ...(fallback ? { default: fallback } : {}) });
    return {
      host: parameter("Host", "Host of the PostgreSQL server").valueAsString,
      port: parameter("Port", "Port of the PostgreSQL server", "5432").valueAsString,
      name: parameter("Name", "Name of the database", "shelfwatch").valueAsString,
      ownerSecretArn: parameter("OwnerCredentialsArn", "ARN of the secret of the role that owns the database")
        .valueAsString,
    };
  }
}
