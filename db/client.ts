import postgres from "postgres";

import type { Db } from "./statement.ts";

export type { Db };

export type ConnectionSettings = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  /** A function is asked at each new connection, so that a rotated password is picked up. */
  readonly password: string | (() => Promise<string>);
  /** The certificate authorities, as PEM, of which one must have signed for the host's name. */
  readonly tls: { readonly authorities: string } | "off";
  readonly prepare: boolean;
  readonly connectTimeoutSeconds: number;
  /** Connections at most. One function environment serves one request at a time and needs one. */
  readonly max?: number;
  readonly applicationName: string;
};

export type Connection = {
  readonly db: Db;
  /** Closes after what is under way, at most 5 seconds later. */
  readonly end: () => Promise<void>;
};

export const IDLE_TIMEOUT_SECONDS = 20;
const CONNECTION_AGE_MAX_SECONDS = 300;
const END_TIMEOUT_SECONDS = 5;

/** Numbers of PostgreSQL's types: date, timestamp, timestamptz; json, jsonb. */
const INSTANT_TYPES = [1082, 1114, 1184];
const JSON_TYPES = [114, 3802];
const unchanged = <Value>(value: Value): Value => value;

/** Connects with the first query. */
export function connect(settings: ConnectionSettings): Connection {
  const client = openClient(settings);
  return { db: databaseOf(client), end: () => client.end({ timeout: END_TIMEOUT_SECONDS }) };
}

/** A database over a client, which from then on keeps instants and dates as text, and sends JSON as it is given. */
export function databaseOf(client: postgres.Sql): Db {
  const { parsers, serializers } = client.options;
  for (const type of [...INSTANT_TYPES, ...JSON_TYPES]) serializers[type] = unchanged;
  for (const type of INSTANT_TYPES) parsers[type] = unchanged;
  return {
    run: ({ text, values, isFixed }) => client.unsafe(text, [...values], { prepare: isFixed }),
    checksRows: false,
  };
}

/** The bare driver, for SQL that is no statement of the service. */
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
