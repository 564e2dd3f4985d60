import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { App } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";

import { withoutCode } from "../../infra/aws/bundle/function-code.ts";
import { ServerFunction } from "../../infra/aws/constructs/server-function.ts";
import { zoneIds } from "../../infra/aws/regions.ts";
import { DataStack } from "../../infra/aws/stacks/data-stack.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import type { Template } from "../../infra/templates/template.ts";
import { databaseEnvironment } from "../../lib/wiring/environment.ts";
import { ownFunctions } from "./fixtures/read-permissions.ts";
import { oneEndpoint, resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const templates = { prod: synthesiseStage(prod), dev: synthesiseStage(dev) };
const { data } = templates.prod;

const all = (type: string, stage: keyof typeof templates = "prod") =>
  resourcesOf(templates[stage].data, type).map(([, { Properties }]) => Properties ?? {});

const idOf = (type: string, part: string) =>
  resourcesOf(data, type).find(([id]) => id.includes(part))?.[0] ?? `no ${type} ${part}`;

const idOfZones = (template: Template | undefined) => Object.keys(template?.Mappings ?? {}).join();

describe("the network", () => {
  it("lets functions out over IPv6 only, through an egress-only gateway", () => {
    expect(all("AWS::EC2::NatGateway")).toEqual([]);
    expect(all("AWS::EC2::InternetGateway")).toEqual([]);
    expect(all("AWS::EC2::EgressOnlyInternetGateway")).toHaveLength(1);

    const routes = all("AWS::EC2::Route");
    expect(routes).toHaveLength(2);
    for (const route of routes) {
      expect(route).toMatchObject({ DestinationIpv6CidrBlock: "::/0", EgressOnlyInternetGatewayId: expect.anything() });
    }
  });

  it("has two zones with private subnets for functions and for the database", () => {
    const subnets = all("AWS::EC2::Subnet");

    expect(subnets).toHaveLength(4);
    for (const subnet of subnets) {
      expect(subnet).toMatchObject({ MapPublicIpOnLaunch: false, AssignIpv6AddressOnCreation: true });
    }
  });

  it("is in two zones of its region that have Lambda, by their ids", () => {
    const table = data?.Mappings?.[idOfZones(data)];
    const zones = all("AWS::EC2::Subnet").map(({ AvailabilityZone, AvailabilityZoneId }) => {
      expect(AvailabilityZone).toBeUndefined();
      return JSON.stringify(AvailabilityZoneId);
    });

    expect(table).toEqual(
      Object.fromEntries(Object.entries(zoneIds).map(([region, [First, Second]]) => [region, { First, Second }])),
    );
    const [first, second] = ["First", "Second"].map((place) =>
      JSON.stringify({ "Fn::FindInMap": [idOfZones(data), { Ref: "AWS::Region" }, place] }),
    );
    expect(zones.toSorted()).toEqual([first, first, second, second]);
  });

  it("is in the zones that the stage names", () => {
    const { cluster } = prod.database;
    if (!cluster) throw new Error("Prod has a cluster.");
    const inZones = { ...cluster, zoneIds: ["use1-az1", "use1-az6"] as const };
    const template = synthesiseStage({ ...prod, database: { ...prod.database, cluster: inZones } }, oneEndpoint).data;
    const zones = resourcesOf(template, "AWS::EC2::Subnet").map(([, { Properties }]) => Properties?.AvailabilityZoneId);

    expect(zones.toSorted()).toEqual(["use1-az1", "use1-az1", "use1-az6", "use1-az6"]);
  });

  it("opens only port 5432 of the database, to the functions", () => {
    const groups = resourcesOf(data, "AWS::EC2::SecurityGroup");
    const rules = all("AWS::EC2::SecurityGroupIngress");

    expect(groups.map(([, { Properties }]) => Properties?.SecurityGroupIngress)).toEqual([undefined, undefined]);
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({
      FromPort: 5432,
      ToPort: 5432,
      SourceSecurityGroupId: { "Fn::GetAtt": [idOf("AWS::EC2::SecurityGroup", "NetworkFunctions"), "GroupId"] },
    });
  });

  it("lets functions use only HTTPS over IPv6 and the database", () => {
    const group = data?.Resources[idOf("AWS::EC2::SecurityGroup", "NetworkFunctions")];
    const others = all("AWS::EC2::SecurityGroupEgress");

    expect(group?.Properties?.SecurityGroupEgress).toEqual([
      { CidrIpv6: "::/0", Description: "AWS and the scrapers", FromPort: 443, IpProtocol: "tcp", ToPort: 443 },
    ]);
    expect(others.map(({ FromPort, ToPort, CidrIp }) => [FromPort, ToPort, CidrIp])).toEqual([[5432, 5432, undefined]]);
  });

  it("has every function in it use IPv6 and prefer IPv6 addresses", () => {
    const inside = Object.values(templates.prod)
      .flatMap(ownFunctions)
      .filter(([, { Properties }]) => Properties?.VpcConfig !== undefined);

    expect(inside.length).toBeGreaterThan(10);
    for (const [, { Properties }] of inside) {
      expect(Properties?.VpcConfig).toMatchObject({ Ipv6AllowedForDualStack: true });
      expect(JSON.stringify(Properties?.Environment)).toContain("--dns-result-order=ipv6first");
    }
  });
});

describe("the database", () => {
  it("is given to no function outside its network", () => {
    const deployment = { stage: prod, code: withoutCode };
    const stack = new DataStack(new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-data-")) }), "data", {
      deployment,
    });
    const outside = new ServerFunction(stack, "Outside", {
      deployment,
      entry: "functions/schedules/create-partitions.ts",
      description: "Leaves out the network",
      schema: databaseEnvironment(),
      environment: stack.database.environment(),
      memoryMb: 512,
      timeoutSeconds: 60,
    });

    expect(() => stack.database.grantConnectTo(outside)).toThrow(
      "data/Outside uses the database from outside its network",
    );
  });

  it.each([
    { stage: "prod", capacity: { MinCapacity: 0.5, MaxCapacity: 4 }, protection: true, days: 14, dataApi: false },
    {
      stage: "dev",
      capacity: { MinCapacity: 0, MaxCapacity: 8, SecondsUntilAutoPause: 300 },
      protection: false,
      days: 1,
      dataApi: true,
    },
  ] as const)("of $stage is PostgreSQL 17 that scales as its stage says, encrypted and backed up", (expected) => {
    const [cluster] = all("AWS::RDS::DBCluster", expected.stage);

    expect(cluster).toMatchObject({
      Engine: "aurora-postgresql",
      EngineVersion: expect.stringMatching(/^17\./),
      ServerlessV2ScalingConfiguration: expected.capacity,
      DeletionProtection: expected.protection,
      BackupRetentionPeriod: expected.days,
      StorageEncrypted: true,
      NetworkType: "DUAL",
      EnableCloudwatchLogsExports: ["postgresql"],
      DeleteAutomatedBackups: !expected.protection,
      DBClusterIdentifier: `shelfwatch-${expected.stage}`,
      EnableHttpEndpoint: expected.dataApi,
      PreferredBackupWindow: "03:00-03:30",
      PreferredMaintenanceWindow: "sun:04:00-sun:04:30",
      AutoMinorVersionUpgrade: false,
      EngineLifecycleSupport: "open-source-rds-extended-support-disabled",
    });
  });

  it("has names that a restored one can take over, and an owner whose password is a secret of the stack", () => {
    const [cluster] = all("AWS::RDS::DBCluster");
    const secret = idOf("AWS::SecretsManager::Secret", "OwnerSecret");
    const rotated = all("AWS::SecretsManager::RotationSchedule").map(({ SecretId }) => Object(SecretId).Ref);

    expect(all("AWS::RDS::DBInstance").map(({ DBInstanceIdentifier }) => DBInstanceIdentifier)).toEqual([
      "shelfwatch-prod-writer",
    ]);
    expect(cluster?.ManageMasterUserPassword).toBeUndefined();
    expect(cluster?.MasterUserPassword).toEqual({
      "Fn::Join": ["", ["{{resolve:secretsmanager:", { Ref: secret }, ":SecretString:password::}}"]],
    });
    expect(rotated.toSorted()).toEqual([idOf("AWS::SecretsManager::Secret", "AppSecret"), secret].toSorted());
    expect(data?.Outputs?.OwnerSecretArn?.Value).toEqual({ Ref: secret });
  });

  it("of prod may be taken back with a first deployment that fails, and is protected from the next one on", () => {
    const app = new App({ outdir: mkdtempSync(join(tmpdir(), "shelfwatch-data-")) });
    const deployment = { stage: prod, code: withoutCode, isFirst: true };
    new DataStack(app, "data", { deployment });
    const [stack] = app.synth().stacks;
    const protections = resourcesOf(stack?.template, "AWS::RDS::DBCluster").map(
      ([, { Properties }]) => Properties?.DeletionProtection,
    );

    expect(protections).toEqual([false]);
  });

  it("of prod is encrypted with a key of its own, which stays and with which alarms are encrypted, too", () => {
    const [[id, key] = []] = resourcesOf(data, "AWS::KMS::Key");
    const keyArn = { "Fn::GetAtt": [id, "Arn"] };

    expect(key).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", Properties: { EnableKeyRotation: true } });
    expect(all("AWS::RDS::DBCluster")).toMatchObject([{ KmsKeyId: keyArn }]);
    expect(all("AWS::SNS::Topic")).toMatchObject(Array(2).fill({ KmsMasterKeyId: keyArn }));
    expect(key?.Properties?.KeyPolicy).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
          Principal: { Service: "cloudwatch.amazonaws.com" },
          Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
        }),
        expect.objectContaining({
          Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
          Principal: { Service: "events.amazonaws.com" },
        }),
      ]),
    });
    expect(all("AWS::KMS::Key", "dev")).toEqual([]);
  });

  it("is kept as a snapshot when prod's stack is deleted, and deleted with dev's", () => {
    const policies = (stage: keyof typeof templates) =>
      resourcesOf(templates[stage].data, "AWS::RDS::DBCluster").map(([, { DeletionPolicy }]) => DeletionPolicy);

    expect(policies("prod")).toEqual(["Snapshot"]);
    expect(policies("dev")).toEqual(["Delete"]);
  });

  it("accepts only TLS, and ends idle connections only where they would keep it awake", () => {
    const parameters = (stage: keyof typeof templates) =>
      all("AWS::RDS::DBClusterParameterGroup", stage).map(({ Parameters }) => Parameters);

    expect(parameters("prod")).toEqual([expect.objectContaining({ "rds.force_ssl": "1" })]);
    expect(parameters("prod")).not.toEqual([expect.objectContaining({ idle_session_timeout: expect.anything() })]);
    expect(parameters("dev")).toEqual([expect.objectContaining({ idle_session_timeout: "60000" })]);
  });

  it("gives statements the memory with which plans were measured", () => {
    for (const stage of ["prod", "dev"] as const) {
      const [group] = all("AWS::RDS::DBClusterParameterGroup", stage);

      expect(group?.Parameters).toMatchObject({ work_mem: "8192" });
    }
  });

  it("logs slow statements without their parameters", () => {
    for (const stage of ["prod", "dev"] as const) {
      const [group] = all("AWS::RDS::DBClusterParameterGroup", stage);

      expect(group?.Parameters).toMatchObject({
        log_min_duration_statement: "1000",
        log_parameter_max_length: "0",
        log_parameter_max_length_on_error: "0",
      });
    }
  });

  it("has no proxy", () => {
    for (const stage of ["prod", "dev"] as const) expect(all("AWS::RDS::DBProxy", stage)).toEqual([]);
  });

  it("has as many private readers as the stage says", () => {
    const cluster = { capacity: { minAcu: 1, maxAcu: 16 }, readers: 1, backupDays: 14 };
    const stage: Stage = { ...prod, database: { ...prod.database, cluster } };
    const instances = resourcesOf(synthesiseStage(stage, oneEndpoint).data, "AWS::RDS::DBInstance");

    expect(all("AWS::RDS::DBInstance")).toHaveLength(1);
    expect(instances).toHaveLength(2);
    for (const [, { Properties }] of instances) {
      expect(Properties).toMatchObject({ DBInstanceClass: "db.serverless", PubliclyAccessible: false });
    }
  });
});
