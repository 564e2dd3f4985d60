import { local } from "../../infra/aws/local-stages.ts";
import { prod } from "../../infra/aws/stages.ts";
import type { KeywordSettings, PipelineSettings } from "../../lib/wiring/ports.ts";

/** Settings in which a test differs from the stage that is deployed, section by section. */
export type SettingsChange = {
  readonly [Section in keyof PipelineSettings]?: Partial<PipelineSettings[Section]>;
} & Partial<KeywordSettings>;

type Settings = PipelineSettings & KeywordSettings;

/** Returns the pipeline settings of `prod` with these changes. */
export function prodSettings(change: SettingsChange = {}): Settings {
  return changeSettings(prod, change);
}

export function changeSettings(settings: Settings, change: SettingsChange): Settings {
  return {
    stores: { ...settings.stores, ...change.stores },
    sync: { ...settings.sync, ...change.sync },
    sweep: { ...settings.sweep, ...change.sweep },
    charts: { ...settings.charts, ...change.charts },
    keywords: change.keywords ?? settings.keywords,
  };
}

/**
 * Settings that no stage has, by which each sync reads all of its app by itself and at once: what others are held to.
 */
export const wholeSyncs = { stores: local.stores, sweep: { schedule: "off" } } as const satisfies SettingsChange;

/** Dependencies of the local stage, whose stores have no limit, for tests of more requests than one user may send. */
export const withoutLiveLimits = {
  storeSettings: local.stores,
} as const;
