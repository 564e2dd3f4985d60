import { parsePgArray } from "drizzle-orm/pg-core";
import postgres from "postgres";

import type { Db } from "./statement.ts";

export type { Db };

export type ConnectionSettings = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  /** The function is called for each new connection, so that a rotated password is used. */
  readonly password: string | (() => Promise<string>);
  /** Certificate authorities in PEM. One of them must have signed the host's certificate. */
  readonly tls: { readonly authorities: string } | "off";
  readonly prepare: boolean;
  readonly connectTimeoutSeconds: number;
  /** A function environment serves one request at a time and needs one connection. */
  readonly max?: number;
  readonly applicationName: string;
};

export type Connection = {
  readonly db: Db;
  readonly end: () => Promise<void>;
};

export const IDLE_TIMEOUT_SECONDS = 20;
const CONNECTION_AGE_MAX_SECONDS = 300;
const END_TIMEOUT_SECONDS = 5;

/** Object ids of PostgreSQL's types: date, timestamp, timestamptz; json, jsonb; text[]. */
const INSTANT_TYPES = [1082, 1114, 1184];
const JSON_TYPES = [114, 3802];
const TEXT_ARRAY_TYPE = 1009;
const unchanged = <Value>(value: Value): Value => value;

export function connect(settings: ConnectionSettings): Connection {
  const client = openClient(settings);
  return { db: databaseOf(client), end: () => client.end({ timeout: END_TIMEOUT_SECONDS }) };
}

/** Returns a database in which instants, dates and JSON stay text. */
export function databaseOf(client: postgres.Sql): Db {
  const { parsers, serializers } = client.options;
  for (const type of [...INSTANT_TYPES, ...JSON_TYPES]) serializers[type] = unchanged;
  for (const type of INSTANT_TYPES) parsers[type] = unchanged;
  parsers[TEXT_ARRAY_TYPE] = parsePgArray;
  return {
    run: ({ text, values, isPrepared }) => client.unsafe(text, [...values], { prepare: isPrepared }),
    checksRows: false,
  };
}

export function openClient(
  settings: ConnectionSettings,
  lifetimeSeconds: number | null = CONNECTION_AGE_MAX_SECONDS,
): postgres.Sql {
  return postgres({
    host: settings.host,
    port: settings.port,
    database: settings.database,
    username: settings.username,
    password: settings.password,
    ssl: settings.tls === "off" ? false : tlsOptions(settings.tls, settings.host),
    prepare: settings.prepare,
    connect_timeout: settings.connectTimeoutSeconds,
    max: settings.max ?? 1,
    fetch_types: false,
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    max_lifetime: lifetimeSeconds,
    onnotice: () => {},
    connection: { application_name: settings.applicationName },
  });
}

function tlsOptions({ authorities }: { readonly authorities: string }, host: string) {
  return { ca: authorities, servername: host, rejectUnauthorized: true };
}
