import { Aws, CfnMapping } from "aws-cdk-lib";
import {
  type CfnSubnet,
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
import { zoneIds } from "../regions.ts";
import type { ClusterSettings } from "../stage.ts";
import { logRetention } from "./log-retention.ts";

const HTTPS = 443;
const ZONES = 2;

export type NetworkProps = {
  readonly deployment: Deployment;
  readonly zoneIds?: ClusterSettings["zoneIds"];
};

/**
 * Functions reach AWS and the scrapers over IPv6, through a free egress-only gateway. Without NAT, nothing leaves the
 * network over IPv4.
 */
export class Network extends Construct {
  readonly vpc: IVpc;
  readonly functionSubnets = { subnetGroupName: "functions" };
  readonly databaseSubnets = { subnetGroupName: "database" };
  readonly functionSecurityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, { deployment, zoneIds: given }: NetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, "Vpc", {
      ipProtocol: IpProtocol.DUAL_STACK,
      maxAzs: ZONES,
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
    this.#pinZones(given);
    this.#logRejections(deployment);
    this.functionSecurityGroup = new SecurityGroup(this, "Functions", {
      vpc: this.vpc,
      description: "Functions that use the database",
      allowAllOutbound: false,
    });
    this.functionSecurityGroup.addEgressRule(Peer.anyIpv6(), Port.tcp(HTTPS), "AWS and the scrapers");
  }

  allowFunctionsTo(database: { readonly connections: Connections }, port: number): void {
    database.connections.allowFrom(this.functionSecurityGroup, Port.tcp(port), "Functions of the server");
  }

  /** The CDK takes the region's first zones by name, which may have no Lambda (ADR 30). */
  #pinZones(given: ClusterSettings["zoneIds"]): void {
    const zones = given ?? this.#zonesOfRegion();
    for (const subnets of [this.vpc.privateSubnets, this.vpc.isolatedSubnets]) {
      for (const [index, { node }] of subnets.entries()) {
        // The default child of a Subnet is a CfnSubnet; the type of the property does not say so.
        const subnet = node.defaultChild as CfnSubnet;
        subnet.availabilityZone = undefined;
        subnet.availabilityZoneId = zones[index];
      }
    }
  }

  #zonesOfRegion(): readonly string[] {
    const rows = Object.entries(zoneIds).map(([region, [First, Second]]) => [region, { First, Second }]);
    const table = new CfnMapping(this, "ZoneIds", { mapping: Object.fromEntries(rows) });
    return ["First", "Second"].map((key) => table.findInMap(Aws.REGION, key));
  }

  #logRejections({ stage }: Deployment): void {
    const logGroup = new LogGroup(this, "FlowLog", logRetention(stage));
    this.vpc.addFlowLog("Rejections", {
      trafficType: FlowLogTrafficType.REJECT,
      destination: FlowLogDestination.toCloudWatchLogs(logGroup),
    });
  }
}
