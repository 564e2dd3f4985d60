import { randomUUID } from "node:crypto";
import { users } from "../../db/schema/accounts.ts";
import { apps, publishers } from "../../db/schema/apps.ts";
import type { TestDb } from "./database.ts";

export type User = typeof users.$inferSelect;
export type Publisher = typeof publishers.$inferSelect;
export type App = typeof apps.$inferSelect;

let count = 0;

/** `overrides` win over invented values, which no other row has. */
export async function createUser(db: TestDb, overrides: Partial<typeof users.$inferInsert> = {}): Promise<User> {
  const unique = nextUnique();
  const values = {
    name: `User ${unique}`,
    email: `user-${unique}@example.com`,
    /** No password has this hash: tests that log in register first. */
    password: "!",
    ...overrides,
  };
  return only(await db.insert(users).values(values).returning());
}

export async function createPublisher(
  db: TestDb,
  overrides: Partial<typeof publishers.$inferInsert> = {},
): Promise<Publisher> {
  const unique = nextUnique();
  const values = {
    platform: "ios" as const,
    externalId: `publisher-${unique}`,
    name: `Publisher ${unique}`,
    ...overrides,
  };
  return only(await db.insert(publishers).values(values).returning());
}

export async function createApp(db: TestDb, overrides: Partial<typeof apps.$inferInsert> = {}): Promise<App> {
  const unique = nextUnique();
  const values = { platform: "ios" as const, externalId: `app.${unique}`, name: `App ${unique}`, ...overrides };
  return only(await db.insert(apps).values(values).returning());
}

function nextUnique(): string {
  count += 1;
  return `${count}.${randomUUID().slice(0, 8)}`;
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("The insert returned no row.");
  return row;
}
