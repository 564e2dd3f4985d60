import type { Scope } from "./scope.ts";

export type PartProps = {
  readonly scope: Scope;
  readonly onChange: (patch: Partial<Scope>) => void;
};
