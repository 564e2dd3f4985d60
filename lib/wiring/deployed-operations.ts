import { randomBytes, randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import { BCRYPT_COST, createPasswords } from "../auth/password.ts";
import type { DeleteUserDependencies } from "../operations/delete-user.ts";
import type { MaintainDatabaseDependencies } from "../operations/maintain-database.ts";
import type { MoveChartsDependencies } from "../operations/move-charts.ts";
import type { ResetPasswordDependencies } from "../operations/reset-password.ts";
import { createSyncQueues } from "../queues/work-queues.ts";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { createLogger } from "../runtime/log.ts";
import type { StartSyncDependencies } from "../sync/start-sync.ts";
import { createMeasure } from "./cloudwatch-metrics.ts";
import { connectDatabase } from "./database.ts";
import { databaseEnvironment, maintenanceEnvironment, parseEnvironment, resyncEnvironment } from "./environment.ts";
import { sqsClient } from "./sqs.ts";

/** For operations that need the database alone. */
export const operationDependencies = /* @__PURE__ */ lazy(() => ({
  db: connectDatabase(parseEnvironment(databaseEnvironment())).db,
}));

/** For the operation that deletes a user. */
export const deleteUserDependencies = /* @__PURE__ */ lazy((): DeleteUserDependencies => {
  const environment = parseEnvironment(databaseEnvironment());
  return { db: connectDatabase(environment).db, log: createLogger(environment) };
});

/** For the operation that gives a user a new password. */
export const resetPasswordDependencies = /* @__PURE__ */ lazy(
  (): ResetPasswordDependencies => ({
    ...operationDependencies(),
    passwords: createPasswords(BCRYPT_COST),
    randomBytes,
  }),
);

/** For the operation that moves charts to their new form. */
export const moveChartsDependencies = /* @__PURE__ */ lazy((): MoveChartsDependencies => {
  const environment = parseEnvironment(databaseEnvironment());
  return {
    db: connectDatabase(environment).db,
    now: systemClock(environment.CLOCK_OFFSET_MS),
    log: createLogger(environment),
  };
});

/** For the operation that starts a sync. */
export const resyncDependencies = /* @__PURE__ */ lazy((): Omit<StartSyncDependencies, "correlationId"> => {
  const environment = parseEnvironment(resyncEnvironment());
  return {
    db: connectDatabase(environment).db,
    queues: createSyncQueues(sqsClient, {
      on_demand: {
        ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
        android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
      },
    }),
    newId: randomUUID,
    now: systemClock(environment.CLOCK_OFFSET_MS),
    countries,
    log: createLogger(environment),
    measure: createMeasure(environment),
  };
});

/** For the daily upkeep of the database. */
export const maintenanceDependencies = /* @__PURE__ */ lazy((): MaintainDatabaseDependencies => {
  const environment = parseEnvironment(maintenanceEnvironment());
  return {
    db: connectDatabase(environment).db,
    now: systemClock(environment.CLOCK_OFFSET_MS),
    log: createLogger(environment),
    retention: environment.RETENTION,
  };
});
