import { Fragment } from "react";

/** Each fact keeps its own direction, so that an Arabic one does not reverse the others. */
export function FactList({ facts }: { readonly facts: readonly (string | null | undefined)[] }) {
  const known = facts.filter((fact) => fact !== null && fact !== undefined && fact !== "");
  return known.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && " · "}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
}
