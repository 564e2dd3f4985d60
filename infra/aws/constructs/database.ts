import { RemovalPolicy } from "aws-cdk-lib";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type * as z from "zod";

import type { DatabaseAddress, Deployment } from "../deployment.ts";
import { AuroraCluster } from "./aurora-cluster.ts";
import type { EncryptionKey } from "./encryption-key.ts";
import { Network } from "./network.ts";
import type { ServerFunction } from "./server-function.ts";

export type DatabaseProps = {
  readonly deployment: Deployment;
  readonly encryptionKey?: EncryptionKey;
  readonly address?: DatabaseAddress;
};

type Server = DatabaseAddress & {
  readonly ownerSecret: ISecret | Secret;
  readonly network?: Network;
  readonly isReadyAfter?: readonly Construct[];
};

export class Database extends Construct {
  readonly network: Network | undefined;
  /** `{"username", "password"}` of the role that reads and writes rows but cannot change tables. */
  readonly appSecret: Secret;
  readonly ownerSecret: ISecret | Secret;
  readonly isReadyAfter: readonly Construct[];
  readonly #address: Pick<DatabaseAddress, "host" | "port" | "name">;
  readonly #deployment: Deployment;

  constructor(scope: Construct, id: string, props: DatabaseProps) {
    super(scope, id);
    const { deployment, address } = props;
    this.#deployment = deployment;
    const server = address ? this.#existing(address) : this.#create(props);
    this.#address = server;
    this.network = server.network;
    this.ownerSecret = server.ownerSecret;
    this.isReadyAfter = server.isReadyAfter ?? [];
    this.appSecret = this.#createAppSecret(deployment);
  }

  environment() {
    const { stage, clockOffsetMs = 0 } = this.#deployment;
    return {
      STAGE: stage.name,
      METRICS: stage.monitoring === "full" ? "on" : "off",
      LOG_LEVEL: stage.logLevel,
      CLOCK_OFFSET_MS: clockOffsetMs,
      DATABASE_HOST: this.#address.host,
      DATABASE_PORT: this.#address.port,
      DATABASE_NAME: this.#address.name,
      DATABASE_SECRET_ARN: this.appSecret.secretArn,
      DATABASE_SETTINGS: stage.database,
    } as const;
  }

  grantConnectTo(caller: ServerFunction<z.ZodObject>): void {
    if (this.network && !caller.lambda.isBoundToVpc) {
      throw new Error(
        `${caller.node.path} uses the database from outside its network: give it the database's network.`,
      );
    }
    this.appSecret.grantRead(caller.lambda).assertSuccess();
  }

  #existing(address: DatabaseAddress): Server {
    return { ...address, ownerSecret: Secret.fromSecretCompleteArn(this, "OwnerSecret", address.ownerSecretArn) };
  }

  #create({ deployment, encryptionKey }: DatabaseProps): Server {
    const settings = deployment.stage.database.cluster;
    if (!settings) throw new Error(`Stage ${deployment.stage.name} creates no database: give the address of one.`);
    const { zoneIds } = settings;
    const network = new Network(this, "Network", { deployment, ...(zoneIds ? { zoneIds } : {}) });
    const { cluster, host, port, databaseName, ownerSecret } = new AuroraCluster(this, "Aurora", {
      deployment,
      settings,
      network,
      ...(encryptionKey ? { encryptionKey } : {}),
    });
    return {
      network,
      host,
      port,
      name: databaseName,
      ownerSecret,
      ownerSecretArn: ownerSecret.secretArn,
      // Rules of both security groups open the connection.
      isReadyAfter: [cluster, network.functionSecurityGroup],
    };
  }

  #createAppSecret({ stage }: Deployment): Secret {
    return new Secret(this, "AppSecret", {
      description: "Role that the functions of the server use",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ username: "shelfwatch_app" }),
        generateStringKey: "password",
        excludePunctuation: true,
        passwordLength: 32,
      },
      removalPolicy: stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}
