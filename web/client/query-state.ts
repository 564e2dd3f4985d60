import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";

import { type AnySchema, readState, type Values, writeState } from "./codec.ts";

type SetState<S extends AnySchema> = (patch: Partial<Values<S>>, options?: { readonly replace?: boolean }) => void;

/**
 * Returns the state in the address and its setter. A change adds an entry to the browser's history unless `replace` is
 * set. Only the first rendering reads the schema.
 */
export function useQueryState<S extends AnySchema>(schema: S): readonly [Values<S>, SetState<S>] {
  const search = useSearch();
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers write the schema in place, and it never changes
  const fixed = useMemo(() => schema, []);
  const values = useMemo(() => readState(fixed, search), [fixed, search]);
  const set = useCallback<SetState<S>>(
    (patch, { replace = false } = {}) => {
      // The window's location includes an earlier change of the same event. The router's path is decoded and would lose
      // a "%25".
      const { pathname } = window.location;
      const next = writeState(fixed, window.location.search, patch);
      navigate(`~${pathname}${next === "" ? "" : `?${next}`}`, { replace });
    },
    [fixed, navigate],
  );
  return [values, set];
}
