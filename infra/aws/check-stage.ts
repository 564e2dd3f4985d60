import type * as z from "zod";

import { LOCAL_HOST, SMTP_PORTS } from "../../lib/domain/smtp.ts";
import {
  apiSettings,
  chartSettings,
  dashboardSettings,
  databaseSettings,
  emailSettings,
  keywordSettings,
  retentionSettings,
  sessionSettings,
  storeSettings,
  sweepSettings,
  syncSettings,
  webhookSettings,
} from "../../lib/wiring/settings.ts";
import { faultIf } from "./fault-if.ts";
import { findMissing, zoneIds } from "./regions.ts";
import { SettingFault } from "./setting-fault.ts";
import type { Stage } from "./stage.ts";

const WATCHED_MINUTES_MAX = 180;

/** Throws when functions would reject a setting at start, with a sentence per setting. */
export function checkSettings(stage: Stage): void {
  const faults = [
    ...faultsIn("api", apiSettings(), stage.api),
    ...faultsIn("session", sessionSettings(), stage.session),
    ...faultsIn("dashboard", dashboardSettings(), stage.dashboard),
    ...faultsIn("database", databaseSettings(), stage.database),
    ...faultsIn("stores", storeSettings(), stage.stores),
    ...faultsIn("sync", syncSettings(), stage.sync),
    ...faultsIn("sweep", sweepSettings(), stage.sweep),
    ...faultsIn("charts", chartSettings(), stage.charts),
    ...faultsIn("webhooks", webhookSettings(), stage.webhooks),
    ...faultIf(
      stage.webhooks.loopback === "allowed" && stage.database.cluster !== undefined,
      "webhooks.loopback: a deployed stage must reject the addresses of its own machine.",
    ),
    ...faultsIn("email", emailSettings(), stage.email),
    ...emailFaults(stage),
    ...oauthFaults(stage),
    ...faultsIn("keywords", keywordSettings(), stage.keywords),
    ...faultsIn("retention", retentionSettings(), stage.retention),
    ...faultIf(
      !isWatchable(stage),
      "rollbackMinutes: a whole number from 1 to 180, with full monitoring and a canary.",
    ),
  ];
  if (faults.length > 0)
    throw new SettingFault(`Stage ${stage.name} has settings that do not work:\n${faults.join("\n")}`);
}

function oauthFaults({ api, webhooks }: Stage): readonly string[] {
  if (api.oauth === "off") return [];
  return [
    ...faultIf(api.mcp === "off", "api.oauth: must be off, since api.mcp, whose tokens it issues, is."),
    ...faultIf(!api.dashboard, "api.oauth: must be off, since api.dashboard, where users decide, is."),
    ...faultIf(
      api.oauth.registration === "off" && webhooks.delivery === "off",
      "api.oauth: no client could be known: open its registration, or switch webhooks.delivery on.",
    ),
  ];
}

function emailFaults({ database, email, webhooks }: Stage): readonly string[] {
  if (email === "off") return [];
  const isDeployed = database.cluster !== undefined;
  return [
    ...faultIf(webhooks.delivery === "off", "email: must be off, since webhooks.delivery, which sends mails, is."),
    ...faultIf(
      isDeployed && !SMTP_PORTS.includes(email.port),
      `email.port (${email.port}): a deployed stage has one of ${SMTP_PORTS.join(" and ")}.`,
    ),
    ...faultIf(
      isDeployed && (email.host === LOCAL_HOST || email.certificate !== undefined),
      "email: a deployed stage must reject its own machine and certificates that nobody vouches for.",
    ),
  ];
}

/** CloudFormation watches for at most three hours, and treats a missing alarm as a raised one. */
function isWatchable({ rollbackMinutes: minutes, monitoring, canary }: Stage): boolean {
  if (minutes === undefined) return true;
  if (monitoring !== "full" || canary === undefined) return false;
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= WATCHED_MINUTES_MAX;
}

function faultsIn(section: string, schema: z.ZodType, settings: unknown): readonly string[] {
  const { error } = schema.safeParse(settings, { reportInput: true });
  return (error?.issues ?? []).map(
    ({ path, input, message }) => `${[section, ...path].join(".")} (${JSON.stringify(input)}): ${message}.`,
  );
}

export function findRegionFault({ name, database }: Stage, region: string): string | undefined {
  const missing = database.cluster ? findMissing(region) : undefined;
  if (missing === undefined) return undefined;
  const regions = Object.keys(zoneIds).join(", ");
  return `Stage ${name} cannot be deployed to ${region}: ${missing}. It can be deployed to ${regions}.`;
}
