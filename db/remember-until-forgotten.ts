/** Something that is made when first asked for, and anew after it failed or was forgotten. */
export function rememberUntilForgotten<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const forget = (known = made): boolean => {
    const isCurrent = known === made;
    if (isCurrent) made = undefined;
    return isCurrent;
  };
  const get = (): Promise<T> => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => forget(making));
    return making;
  };
  return { get, forget, peek: () => made };
}
