import { once } from "node:events";
import { connect as connectSocket, createServer, type Server } from "node:net";
import { TLSSocket } from "node:tls";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { connect } from "../../db/client.ts";
import { onlyRow, statement } from "../../db/statement.ts";
import { rdsAuthorities } from "../../infra/aws/bundle/rds-authorities.ts";
import { useDatabase } from "../support/database.ts";
import { elsewhereCertificate, localhostCertificate, serverKey, testAuthority } from "../support/tls-certificates.ts";

const database = useDatabase();
const rdsAuthority = rdsAuthorities().get("eu-central-1") ?? "";

const currentDatabase = statement({
  name: "current_database",
  effect: "reads",
  row: () => z.object({ name: z.string() }),
  sql: () => sql`SELECT current_database() AS name`,
});

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Puts TLS before PostgreSQL: accepts the client's TLS request as the server does, then forwards the bytes. */
async function startTlsServer(cert: string): Promise<number> {
  const { host, port } = database().connection;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      const secured = new TLSSocket(socket, { isServer: true, cert, key: serverKey });
      const upstream = connectSocket(port, host);
      for (const end of [secured, upstream]) end.on("error", () => {});
      secured.pipe(upstream).pipe(secured);
    });
  });
  servers.push(server);
  await once(server.listen(0, "localhost"), "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function nameOverTls(certificate: string, authorities: string): Promise<unknown> {
  const address = { host: "localhost", port: await startTlsServer(certificate) };
  const { db, end } = connect({ ...database().connection, ...address, tls: { authorities }, max: 1 });
  try {
    return onlyRow(await currentDatabase(db, {})).name;
  } finally {
    await end();
  }
}

describe("a connection over TLS", () => {
  it("succeeds when a trusted authority signed for the host's name", async () => {
    expect(await nameOverTls(localhostCertificate, testAuthority)).toBe(database().connection.database);
  });

  it("is rejected when another authority signed", async () => {
    await expect(nameOverTls(localhostCertificate, rdsAuthority)).rejects.toMatchObject({
      code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    });
  });

  it("is rejected when the certificate names another host", async () => {
    await expect(nameOverTls(elsewhereCertificate, testAuthority)).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });
});

describe("the authorities of Amazon RDS", () => {
  it("are three per region, each file with its own only", () => {
    const counts = [...rdsAuthorities().values()].map((pem) => pem.match(/BEGIN CERTIFICATE/g)?.length);

    expect(counts.length).toBeGreaterThan(20);
    expect(new Set(counts)).toEqual(new Set([3]));
  });
});
