/** The chosen versions of compared apps, each as `<app>-<version>` in the address. */
export type ChosenVersions = readonly string[];

/** Returns the chosen version of an app; "" for its newest texts. */
export function versionOf(chosen: ChosenVersions, appId: string): string {
  const found = chosen.find((one) => one.startsWith(`${appId}-`));
  return found === undefined ? "" : found.slice(appId.length + 1);
}

/** Returns the choice with another version of an app. */
export function chooseVersion(chosen: ChosenVersions, appId: string, version: string): ChosenVersions {
  const others = chosen.filter((one) => !one.startsWith(`${appId}-`));
  return version === "" ? others : [...others, `${appId}-${version}`];
}

/** Returns the versions of the apps that are compared: the service rejects one of any other app. */
export function comparedVersions(chosen: ChosenVersions, appIds: readonly string[]): readonly string[] {
  return appIds.map((id) => versionOf(chosen, id)).filter((version) => /^\d+$/.test(version));
}
