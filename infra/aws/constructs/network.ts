import { RemovalPolicy } from "aws-cdk-lib";
import {
  type Connections,
  FlowLogDestination,
  FlowLogTrafficType,
  IpProtocol,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

import type { Deployment } from "../deployment.ts";
import type { ClusterSettings } from "../stage.ts";

const HTTPS = 443;

export type NetworkProps = {
  readonly deployment: Deployment;
  readonly availabilityZones: ClusterSettings["availabilityZones"];
};

/**
 * The network of the database and of the functions that use it. They reach AWS and the scrapers over IPv6 through an
 * egress-only gateway, which costs nothing and lets nobody in. Without NAT, nothing leaves it over IPv4.
 */
export class Network extends Construct {
  readonly vpc: IVpc;
  readonly functionSubnets = { subnetGroupName: "functions" };
  readonly databaseSubnets = { subnetGroupName: "database" };
  readonly functionSecurityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, { deployment, availabilityZones }: NetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, "Vpc", {
      ipProtocol: IpProtocol.DUAL_STACK,
      ...(typeof availabilityZones === "number"
        ? { maxAzs: availabilityZones }
        : { availabilityZones: [...availabilityZones] }),
      natGateways: 0,
      createInternetGateway: false,
      // Restricting the default group would add a function of the CDK; nothing here uses the group.
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: this.functionSubnets.subnetGroupName, subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 22 },
        { name: this.databaseSubnets.subnetGroupName, subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 26 },
      ],
    });
    // The two types of the CDK differ only in whether an optional property may be undefined.
    this.vpc = vpc as IVpc;
    this.#logRejections(deployment);
    this.functionSecurityGroup = new SecurityGroup(this, "Functions", {
      vpc: this.vpc,
      description: "Functions that use the database",
      allowAllOutbound: false,
    });
    this.functionSecurityGroup.addEgressRule(Peer.anyIpv6(), Port.tcp(HTTPS), "AWS and the scrapers");
  }

  /** Lets the functions, and nothing else, connect to a database. */
  allowFunctionsTo(database: { readonly connections: Connections }, port: number): void {
    database.connections.allowFrom(this.functionSecurityGroup, Port.tcp(port), "Functions of the server");
  }

  #logRejections({ stage }: Deployment): void {
    const logGroup = new LogGroup(this, "FlowLog", {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.vpc.addFlowLog("Rejections", {
      trafficType: FlowLogTrafficType.REJECT,
      destination: FlowLogDestination.toCloudWatchLogs(logGroup),
    });
  }
}
