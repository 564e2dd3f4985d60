type Moved = { readonly rank_change: number | null };

/** Returns movers by direction. A positive change is a climb, to a smaller rank. */
export function partMovers<Mover extends Moved>(moved: readonly Mover[]) {
  const changeOf = ({ rank_change }: Mover) => rank_change ?? 0;
  return {
    climbed: moved.filter((mover) => changeOf(mover) > 0),
    fallen: moved.filter((mover) => changeOf(mover) < 0),
  };
}
