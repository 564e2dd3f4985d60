import { useRead } from "../../../client/use-read.ts";
import { ChoiceList } from "../../../components/choice-list.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import styles from "./bulk-bar.module.css";

export type ChosenTag = { readonly id: number; readonly name: string };

/** Chooses the tag that the selected apps get or lose. */
export function TagChoice({ onChoose }: { readonly onChoose: (tag: ChosenTag) => void }) {
  const query = useRead("listTags", {});
  return (
    <QueryView
      query={query}
      loading="Loading the tags…"
      isEmpty={({ data }) => data.length === 0}
      empty={
        <p className={styles.hint}>
          There is no tag yet. <TextLink href="/settings/tags">Create one</TextLink>.
        </p>
      }
    >
      {({ data }) => (
        <ChoiceList
          label="Tags"
          options={data.map(({ id, name }) => ({ id: String(id), name }))}
          selected={[]}
          onSelect={([chosen]) => {
            const tag = data.find(({ id }) => String(id) === chosen);
            if (tag !== undefined) onChoose(tag);
          }}
        />
      )}
    </QueryView>
  );
}
