import { optionalText } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { type Scope, scopeState } from "./scope.ts";

/** A change of the scope shows the first page of the new list. */
const state = { ...scopeState, page: optionalText(), events: optionalText(), event: optionalText() };

export function useScope() {
  const [values, set] = useQueryState(state);
  const change = (patch: Partial<Scope>) => set({ ...patch, page: undefined, events: undefined, event: undefined });
  return [values as Scope, change] as const;
}
