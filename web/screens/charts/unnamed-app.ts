export type NamedApp = { readonly app_name: string; readonly app_external_id: string };

/** Returns whether the name of a charted app is not known yet. Until then the service shows the store's id as its name. */
export function isUnnamed({ app_name: name, app_external_id: id }: NamedApp): boolean {
  return name === id;
}
