type Competitor = { readonly app: { readonly id: number } };

/** Returns the chosen apps that are still competitors, once these are known: the service rejects any other. */
export function keptCompetitors(
  chosen: readonly string[],
  competitors: readonly Competitor[] | undefined,
): readonly string[] {
  return chosen.filter((id) => competitors?.some(({ app }) => String(app.id) === id) ?? true);
}
