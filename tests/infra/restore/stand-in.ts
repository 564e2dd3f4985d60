import { createServer } from "node:net";

import { search } from "@aws-lambda-powertools/jmespath";
import * as rds from "@aws-sdk/client-rds";
import * as z from "zod";

import type { Account, Cluster, Instance, Properties } from "./account.ts";

/** What the stand-in rejects, as AWS does. */
class Rejected extends Error {
  override readonly name = "Rejected";
}

type Response = { readonly status: number; readonly text: string };

/** Separates arguments, and ends them, on the way from the command that stands in for `aws`. */
const [SEPARATOR, END] = ["\u001f", "\u0004"];

/** A command for bash that has the server run its arguments: a process of Node for each would take a third of a second. */
export const awsCommand = `#!/bin/bash
exec 3<>"/dev/tcp/127.0.0.1/$STAND_IN_PORT"
printf '%s${SEPARATOR}' "$@" >&3
printf '${END}' >&3
read -r STATUS <&3
if [ "$STATUS" = 0 ]; then cat <&3; else cat <&3 >&2; fi
exit "$STATUS"
`;

/** Serves the commands of one account. Returns its port, and a function that ends it. */
export async function serveCommands(account: Account): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((socket) => {
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (!received.endsWith(END)) return;
      const { status, text } = runCommand(account, received.slice(0, -1).split(SEPARATOR).slice(0, -1));
      socket.end(`${status}\n${text}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, close: () => server.close() };
}

/** Runs a command of AWS as RDS and its neighbours would, and rejects what they reject. */
function runCommand(account: Account, [service = "", command = "", ...rest]: readonly string[]): Response {
  try {
    const run = commands[`${service} ${command}`];
    if (run === undefined) throw new Rejected(`Invalid choice: ${service} ${command}`);
    const result: unknown = JSON.parse(JSON.stringify(run(account, rest)));
    if (!rest.includes("--query")) return { status: 0, text: "" };
    return { status: 0, text: `${asText(search(String(rest[rest.indexOf("--query") + 1]), Object(result)))}\n` };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return { status: 254, text: `aws ${service} ${command}: ${error.message}\n` };
  }
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).join("\t") : String(value);
}

/** What the command line has by itself. */
const global = ["output", "query"];

/** Returns the options of a command as properties of a message. Throws on one that the message does not have. */
function readOptions(args: readonly string[], names: readonly string[]): Properties {
  const plain = (name: string) => name.replaceAll("-", "").toLowerCase();
  const options: Record<string, string[]> = {};
  for (const arg of args) {
    if (arg.startsWith("--")) options[arg.slice(2)] = [];
    else Object.values(options).at(-1)?.push(arg);
  }
  const read = Object.entries(options).filter(([name]) => !global.includes(name));
  return Object.fromEntries(
    read.map(([name, values]) => {
      const found = names.find((one) => plain(one) === plain(name.replace(/^no-/, "")));
      if (found === undefined) throw new Rejected(`Unknown options: --${name}`);
      return [found, readValue(name, values)];
    }),
  );
}

function readValue(name: string, values: readonly string[]): unknown {
  const [first] = values;
  if (first === undefined) return !name.startsWith("no-");
  // Shorthand: A=1,B=2, once or several times.
  if (/^\w+=/.test(first))
    return values.map((one) => Object.fromEntries(one.split(",").map((pair) => pair.split("="))));
  if (name.endsWith("-ids") || name === "enable-cloudwatch-logs-exports") return values;
  return /^\d+$/.test(first) ? Number(first) : first;
}

/** Returns the members of a message, as the SDK describes it: schemas are tuples, and the fifth has the names. */
function membersOf(message: string): readonly string[] {
  const schema: unknown = Reflect.get(rds, `${message}$`);
  return z.array(z.string()).parse(Object(schema)[4]);
}

function clusterOf(account: Account, id: unknown): Cluster {
  const found = account.clusters.find(({ properties }) => properties.DBClusterIdentifier === id);
  if (found === undefined) throw new Rejected(`DBClusterNotFoundFault: ${String(id)}`);
  return found;
}

function instanceOf(account: Account, id: unknown): Instance {
  const found = account.instances.find(({ properties }) => properties.DBInstanceIdentifier === id);
  if (found === undefined) throw new Rejected(`DBInstanceNotFound: ${String(id)}`);
  return found;
}

const arnOf = (id: unknown) => `arn:aws:rds:us-east-1:000000000000:cluster:${String(id)}`;
const byArn = (account: Account, arn: unknown) => clusterOf(account, String(arn).split(":").at(-1));

function requireFree(taken: readonly unknown[], id: unknown): void {
  if (taken.includes(id)) throw new Rejected(`AlreadyExistsFault: ${String(id)}`);
}

function rename(properties: Properties, key: string, id: unknown, taken: readonly unknown[]): void {
  if (id === undefined) return;
  requireFree(taken, id);
  properties[key] = id;
}

/** What a restored cluster has of its source, and what it has where no option says otherwise. */
function restored(source: Cluster): Properties {
  const { Engine, EngineVersion, DatabaseName, MasterUsername, StorageEncrypted } = source.properties;
  return {
    ...{ Engine, EngineVersion, DatabaseName, MasterUsername, StorageEncrypted },
    MasterUserPassword: "that of the chosen time",
    DBClusterParameterGroupName: "default.aurora-postgresql17",
    DBSubnetGroupName: "default",
    VpcSecurityGroupIds: ["default"],
    BackupRetentionPeriod: 1,
    CopyTagsToSnapshot: false,
    DeletionProtection: false,
    EnableHttpEndpoint: false,
    NetworkType: "IPV4",
    PreferredBackupWindow: "09:12-09:42",
    PreferredMaintenanceWindow: "tue:05:00-tue:05:30",
  };
}

function describe({ properties: given }: Cluster) {
  return {
    DBClusterArn: arnOf(given.DBClusterIdentifier),
    DBClusterParameterGroup: given.DBClusterParameterGroupName,
    DBSubnetGroup: given.DBSubnetGroupName,
    KmsKeyId: given.KmsKeyId,
    VpcSecurityGroups: z
      .array(z.string())
      .parse(given.VpcSecurityGroupIds)
      .map((VpcSecurityGroupId) => ({ VpcSecurityGroupId })),
  };
}

function modifyCluster(account: Account, rest: readonly string[]): unknown {
  const message = readOptions(rest, membersOf("ModifyDBClusterMessage"));
  const { ApplyImmediately, DBClusterIdentifier: id, NewDBClusterIdentifier: newId, ...changes } = message;
  const { properties } = clusterOf(account, id);
  if (ApplyImmediately !== true) throw new Rejected("What is not applied at once waits for the maintenance window.");
  if (changes.MasterUserPassword === "") throw new Rejected("InvalidParameterValue: MasterUserPassword");
  Object.assign(properties, changes);
  rename(
    properties,
    "DBClusterIdentifier",
    newId,
    account.clusters.map((one) => one.properties.DBClusterIdentifier),
  );
  return {};
}

function modifyInstance(account: Account, rest: readonly string[]): unknown {
  const message = readOptions(rest, membersOf("ModifyDBInstanceMessage"));
  const { ApplyImmediately, DBInstanceIdentifier: id, NewDBInstanceIdentifier: newId, ...changes } = message;
  if (ApplyImmediately !== true) throw new Rejected("What is not applied at once waits for the maintenance window.");
  const { properties } = instanceOf(account, id);
  Object.assign(properties, changes);
  rename(
    properties,
    "DBInstanceIdentifier",
    newId,
    account.instances.map((one) => one.properties.DBInstanceIdentifier),
  );
  return {};
}

function restore(account: Account, rest: readonly string[]): unknown {
  const message = readOptions(rest, membersOf("RestoreDBClusterToPointInTimeMessage"));
  const { RestoreToTime, SourceDBClusterIdentifier, ServerlessV2ScalingConfiguration, Tags = [], ...given } = message;
  if (!/^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(String(RestoreToTime)))
    throw new Rejected("InvalidParameterValue: RestoreToTime");
  const source = clusterOf(account, SourceDBClusterIdentifier);
  requireFree(
    account.clusters.map(({ properties }) => properties.DBClusterIdentifier),
    given.DBClusterIdentifier,
  );
  const [scaling] = z.array(z.record(z.string(), z.coerce.number())).parse(ServerlessV2ScalingConfiguration);
  const properties = { ...restored(source), ...given, ServerlessV2ScalingConfiguration: scaling, Tags };
  account.clusters.push({ uid: account.clusters.length, data: String(RestoreToTime), properties });
  return {};
}

function createInstance(account: Account, rest: readonly string[]): unknown {
  const { DBClusterIdentifier, Tags = [], ...given } = readOptions(rest, membersOf("CreateDBInstanceMessage"));
  requireFree(
    account.instances.map(({ properties }) => properties.DBInstanceIdentifier),
    given.DBInstanceIdentifier,
  );
  const defaults = { AutoMinorVersionUpgrade: true, PromotionTier: 1, PubliclyAccessible: true };
  account.instances.push({
    cluster: clusterOf(account, DBClusterIdentifier).uid,
    properties: { ...defaults, ...given, Tags },
  });
  return {};
}

/** Switches the Data API, which takes the cluster by its ARN. */
function switchEndpoint(account: Account, rest: readonly string[], isOn: boolean): unknown {
  const { ResourceArn } = readOptions(rest, membersOf("EnableHttpEndpointRequest"));
  byArn(account, ResourceArn).properties.EnableHttpEndpoint = isOn;
  return {};
}

function executeStatement(account: Account, rest: readonly string[]): unknown {
  const names = ["resourceArn", "secretArn", "database", "formatRecordsAs", "sql"];
  const { resourceArn, secretArn, sql } = readOptions(rest, names);
  const { properties } = byArn(account, resourceArn);
  const { password } = z.object({ password: z.string() }).parse(JSON.parse(account.secrets[String(secretArn)] ?? "{}"));
  if (properties.EnableHttpEndpoint !== true) throw new Rejected("HttpEndpoint is not enabled for cluster");
  if (properties.MasterUserPassword !== password) throw new Rejected("password authentication failed");
  return { formattedRecords: `[{"sql": ${JSON.stringify(sql)}}]` };
}

function invoke(account: Account, rest: readonly string[]): unknown {
  const [outfile, ...options] = [rest.at(-1), ...rest.slice(0, -1)];
  const names = ["functionName", "payload", "cliBinaryFormat"];
  const { functionName, payload = "{}" } = readOptions(options, names);
  if (outfile !== "/dev/stdout") throw new Rejected("A file for the response is missing.");
  if (!account.functions.includes(String(functionName)))
    throw new Rejected(`ResourceNotFoundException: ${functionName}`);
  account.invoked.push({ functionName: String(functionName), payload: JSON.parse(String(payload)) });
  return {};
}

const commands: Readonly<Record<string, (account: Account, rest: readonly string[]) => unknown>> = {
  "rds describe-db-clusters": (account, rest) => ({
    DBClusters: [
      describe(clusterOf(account, readOptions(rest, membersOf("DescribeDBClustersMessage")).DBClusterIdentifier)),
    ],
  }),
  "rds restore-db-cluster-to-point-in-time": restore,
  "rds create-db-instance": createInstance,
  "rds modify-db-cluster": modifyCluster,
  "rds modify-db-instance": modifyInstance,
  "rds enable-http-endpoint": (account, rest) => switchEndpoint(account, rest, true),
  "rds disable-http-endpoint": (account, rest) => switchEndpoint(account, rest, false),
  "rds wait": (account, rest) => {
    const [waiter, ...options] = rest;
    const { DBClusterIdentifier, DBInstanceIdentifier } = readOptions(options, [
      "DBClusterIdentifier",
      "DBInstanceIdentifier",
    ]);
    return waiter === "db-cluster-available"
      ? clusterOf(account, DBClusterIdentifier)
      : instanceOf(account, DBInstanceIdentifier);
  },
  "rds-data execute-statement": executeStatement,
  "cloudformation describe-stacks": (account, rest) => {
    const { StackName } = readOptions(rest, ["StackName"]);
    const outputs = account.outputs[String(StackName)];
    if (outputs === undefined) throw new Rejected(`ValidationError: Stack with id ${String(StackName)} does not exist`);
    return {
      Stacks: [{ Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })) }],
    };
  },
  "secretsmanager get-secret-value": (account, rest) => {
    const { SecretId } = readOptions(rest, ["SecretId"]);
    const SecretString = account.secrets[String(SecretId)];
    if (SecretString === undefined) throw new Rejected(`ResourceNotFoundException: ${String(SecretId)}`);
    return { SecretString };
  },
  "lambda invoke": invoke,
};
