import * as z from "zod";

import type { Db } from "../../db/client.ts";
import {
  type ClientRow,
  countDocument,
  findClient as findKnown,
  saveDocument,
} from "../../db/queries/oauth/clients.ts";
import {
  CLIENT_ID_MAX,
  clientMetadataSchema,
  clientNameSchema,
  DOCUMENT_SECONDS,
  DOCUMENT_SECONDS_MAX,
  DOCUMENTS_PER_USER_AND_DAY,
  isDocumentId,
} from "../domain/oauth.ts";
import { faultOfUrl } from "../domain/webhook.ts";
import { AppError, documentsUnavailable, invalidInput } from "../errors.ts";
import type { DocumentResult, ReadDocument } from "../webhooks/read-document.ts";
import { SenderUnavailableError } from "../webhooks/sender-unavailable.ts";
import { faultOfMetadata } from "./client-metadata.ts";

export type FindClientDependencies = {
  readonly db: Db;
  /** Undefined on a stage without a sender, which reads no documents. */
  readonly readDocument: ReadDocument | undefined;
};

const documentSchema = () =>
  clientMetadataSchema().extend({
    client_id: z.string(),
    client_name: clientNameSchema(),
    token_endpoint_auth_method: z.string().default("none"),
    /** Clients that can also authenticate with a key list here all methods that they support. */
    token_endpoint_auth_methods_supported: z.array(z.string()).max(10).default([]),
    client_secret: z.unknown().optional(),
    client_secret_expires_at: z.unknown().optional(),
  });

type Wanted = { readonly id: string; readonly sessionIdHash: Uint8Array };

const idFormat = /^[!-~]+$/;
const OK = 200;
const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json\b/i;

/**
 * Finds a client by its id. If the id is an address, it is that of the client's document, which is read again after an
 * hour or the time that its response states. Only then the service learns of removed redirect addresses.
 */
export async function findClient(deps: FindClientDependencies, { id, sessionIdHash }: Wanted): Promise<ClientRow> {
  const { db, readDocument } = deps;
  if (id.length > CLIENT_ID_MAX || !idFormat.test(id)) throw unusable("The id of the client is not one.");
  const known = await findKnown(db, { id });
  if (known !== undefined) return known;
  if (!isDocumentId(id)) {
    throw unusable("The assistant is not registered here any longer. Remove this service from it, and add it again.");
  }
  if (readDocument === undefined) throw unusable("This service does not read documents of clients.");
  const fault = faultOfDocumentUrl(id);
  if (fault !== undefined) throw unusable(fault);

  await countReading(db, sessionIdHash);
  const read = await tryRead(readDocument, id);
  if ("error" in read) throw unusable("The document of the client cannot be read.");
  if (read.status !== OK)
    throw unusable(`The document of the client cannot be read: its server returned ${read.status}.`);
  if (!JSON_TYPE.test(read.contentType)) throw unusable("The document of the client is not JSON.");
  const { client_name: name, redirect_uris } = parseDocument(id, read.body);
  const seconds = Math.min(read.maxAgeSeconds ?? DOCUMENT_SECONDS, DOCUMENT_SECONDS_MAX);
  return saveDocument(db, { id, name, redirectUris: JSON.stringify(redirect_uris), seconds });
}

async function countReading(db: Db, sessionIdHash: Uint8Array): Promise<void> {
  const state = await countDocument(db, { sessionIdHash });
  if (state === undefined || state.hits <= DOCUMENTS_PER_USER_AND_DAY) return;
  throw new AppError("rate_limited", `More than ${DOCUMENTS_PER_USER_AND_DAY} documents of clients in a day.`, {
    retryAfterSeconds: state.seconds_left,
  });
}

/** A sender that fails says nothing about the document, so the client can still be usable. */
async function tryRead(readDocument: ReadDocument, id: string): Promise<DocumentResult> {
  try {
    return await readDocument(id);
  } catch (error) {
    if (error instanceof SenderUnavailableError) throw documentsUnavailable(error);
    throw error;
  }
}

/** Rules for the address of a client's document, in addition to those of the sender. */
function faultOfDocumentUrl(id: string): string | undefined {
  const url = URL.parse(id);
  const isCanonical = url !== null && url.href === id && url.pathname !== "/";
  if (id.length > CLIENT_ID_MAX || !isCanonical) return "The id of the client is not the address of a document.";
  return faultOfUrl(id, { loopback: "rejected" }) === undefined
    ? undefined
    : "The document of the client is at an address that cannot be read.";
}

function parseDocument(id: string, text: string) {
  const parsed = documentSchema().safeParse(parseJson(text));
  if (!parsed.success) throw unusable("The document of the client is not valid.");
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: methods } = parsed.data;
  if (hasSecret(parsed.data)) throw unusable("The document of the client contains a secret.");
  if (method !== "none" && !methods.includes("none")) throw unusable("The client cannot do without a secret.");
  if (parsed.data.client_id !== id) throw unusable("The document is the one of another client.");
  const fault = faultOfMetadata(parsed.data);
  if (fault !== undefined) throw unusable(`The document of the client is not valid: ${fault.description}`);
  return parsed.data;
}

/** A secret that everybody can read is none: draft-ietf-oauth-client-id-metadata-document forbids both members. */
function hasSecret(document: z.output<ReturnType<typeof documentSchema>>): boolean {
  return document.client_secret !== undefined || document.client_secret_expires_at !== undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The page shows the error. It does not redirect, because the address of an unknown client is not checked. */
function unusable(detail: string) {
  return invalidInput({ client_id: [detail] });
}
