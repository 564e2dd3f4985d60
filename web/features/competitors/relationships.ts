import type { Data } from "../../client/operation-types.ts";

export type Relationship = Data<"listAppCompetitors">[number]["relationship"];

export const relationshipNames: Readonly<Record<Relationship, string>> = {
  direct: "Direct",
  indirect: "Indirect",
  aspiration: "Aspiration",
};

export const relationshipOptions = (["direct", "indirect", "aspiration"] as const).map((id) => ({
  id,
  name: relationshipNames[id],
}));
