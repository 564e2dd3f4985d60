import { randomBytes } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import { BCRYPT_COST, createPasswords } from "../auth/password.ts";
import type { CreateUserDependencies } from "../operations/create-user.ts";
import type { DeleteUserDependencies } from "../operations/delete-user.ts";
import type { MaintainDatabaseDependencies } from "../operations/maintain-database.ts";
import type { MeasureServiceDependencies } from "../operations/measure-service.ts";
import type { MoveChartsDependencies } from "../operations/move-charts.ts";
import type { ResetPasswordDependencies } from "../operations/reset-password.ts";
import { createSyncQueues } from "../queues/work-queues.ts";
import { lazy } from "../runtime/lazy.ts";
import type { StartSyncDependencies } from "../sync/start-sync.ts";
import { connectDatabase } from "./database.ts";
import { databasePorts, deployedPorts } from "./deployed-ports.ts";
import { wireRequestDispatch } from "./endpoints.ts";
import { databaseEnvironment, maintenanceEnvironment, parseEnvironment, resyncEnvironment } from "./environment.ts";
import { sqsClient } from "./sqs.ts";

export const operationDependencies = /* @__PURE__ */ lazy(() => ({
  db: connectDatabase(parseEnvironment(databaseEnvironment())).db,
}));

export const deleteUserDependencies = /* @__PURE__ */ lazy(
  (): DeleteUserDependencies => databasePorts(parseEnvironment(databaseEnvironment())),
);

export const createUserDependencies = /* @__PURE__ */ lazy((): CreateUserDependencies => passwordDependencies());

export const resetPasswordDependencies = /* @__PURE__ */ lazy((): ResetPasswordDependencies => passwordDependencies());

function passwordDependencies() {
  return { ...operationDependencies(), passwords: createPasswords(BCRYPT_COST), randomBytes };
}

export const moveChartsDependencies = /* @__PURE__ */ lazy(
  (): MoveChartsDependencies => databasePorts(parseEnvironment(databaseEnvironment())),
);

export const resyncDependencies = /* @__PURE__ */ lazy((): Omit<StartSyncDependencies, "correlationId"> => {
  const environment = parseEnvironment(resyncEnvironment());
  const queues = createSyncQueues(sqsClient, {
    on_demand: {
      ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
      android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
    },
  });
  const ports = { ...deployedPorts(environment), countries, queues: { syncs: queues } };
  const dispatch = wireRequestDispatch(ports, { stores: environment.STORE_SETTINGS, sync: environment.SYNC_SETTINGS });
  const { db, newId, now } = ports;
  return { db, newId, now, countries, dispatch };
});

export const measureDependencies = /* @__PURE__ */ lazy((): MeasureServiceDependencies => {
  const environment = parseEnvironment(databaseEnvironment());
  return { ...deployedPorts(environment), countries };
});

export const maintenanceDependencies = /* @__PURE__ */ lazy((): MaintainDatabaseDependencies => {
  const environment = parseEnvironment(maintenanceEnvironment());
  return { ...databasePorts(environment), retention: environment.RETENTION };
});
