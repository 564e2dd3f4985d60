import { prod } from "../../infra/aws/stages.ts";
import type { PipelineSettings } from "../../lib/wiring/ports.ts";

/** Settings in which a test differs from the stage that is deployed, section by section. */
export type SettingsChange = {
  readonly [Section in keyof PipelineSettings]?: Partial<PipelineSettings[Section]>;
};

/** Returns the pipeline settings of `prod` with these changes. */
export function prodSettings(change: SettingsChange = {}): PipelineSettings {
  return changeSettings(prod, change);
}

export function changeSettings(settings: PipelineSettings, change: SettingsChange): PipelineSettings {
  return {
    stores: { ...settings.stores, ...change.stores },
    sync: { ...settings.sync, ...change.sync },
    sweep: { ...settings.sweep, ...change.sweep },
    charts: { ...settings.charts, ...change.charts },
  };
}
