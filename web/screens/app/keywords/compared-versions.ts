/** The chosen versions, each written as `<app>-<version>` in the address. */
export type ChosenVersions = readonly string[];

export function versionOf(chosen: ChosenVersions, appId: string): string {
  const found = chosen.find((one) => one.startsWith(`${appId}-`));
  return found === undefined ? "" : found.slice(appId.length + 1);
}

export function chooseVersion(chosen: ChosenVersions, appId: string, version: string): ChosenVersions {
  const others = chosen.filter((one) => !one.startsWith(`${appId}-`));
  return version === "" ? others : [...others, `${appId}-${version}`];
}

/** Returns only versions of compared apps, since the service rejects any other. */
export function comparedVersions(chosen: ChosenVersions, appIds: readonly string[]): readonly string[] {
  return appIds.map((id) => versionOf(chosen, id)).filter((version) => /^\d+$/.test(version));
}
