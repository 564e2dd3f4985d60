import { optionalText } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { formatQuantity } from "../../format/numbers.ts";
import styles from "../scope/scope-bar.module.css";
import { chosenTags } from "./tag.ts";
import { tagOptions } from "./tag-options.ts";

const state = { tags: chosenTags(), page: optionalText(), events: optionalText(), event: optionalText() };

/** Chooses the tags whose apps the screen shows. */
export function TagsPart() {
  const [{ tags }, set] = useQueryState(state);
  return (
    <ChoiceButton label="Tags" value={tags.length === 0 ? "All apps" : formatQuantity(tags.length, "tag")}>
      {() => (
        <Tags
          chosen={tags}
          onChange={(next) => set({ tags: next, page: undefined, events: undefined, event: undefined })}
        />
      )}
    </ChoiceButton>
  );
}

type TagsProps = { readonly chosen: readonly string[]; readonly onChange: (tags: readonly string[]) => void };

function Tags({ chosen, onChange }: TagsProps) {
  const query = useRead("listTags", {});
  return (
    <QueryView
      query={query}
      loading="Loading the tags…"
      isEmpty={({ data }) => data.length + chosen.length === 0}
      empty={
        <p className={styles.hint}>
          There is no tag yet. <TextLink href="/settings/tags">Create one</TextLink>.
        </p>
      }
    >
      {({ data }) => (
        <ChoiceList label="Tags" options={tagOptions(data, chosen)} selected={chosen} isMultiple onSelect={onChange} />
      )}
    </QueryView>
  );
}
