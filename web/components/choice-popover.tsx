import type { ReactNode, RefObject } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Dialog, Popover } from "react-aria-components/Popover";
import { Input, SearchField } from "react-aria-components/SearchField";
import styles from "./choice-popover.module.css";
import fieldStyles from "./fields/field.module.css";
import type { Option } from "./fields/select-field.tsx";

const HEIGHT_MAX_PX = 400;

type ChoicePopoverProps = {
  readonly label: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function ChoicePopover({ label, trigger, onClose, children }: ChoicePopoverProps) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      placement="bottom start"
      offset={4}
      maxHeight={HEIGHT_MAX_PX}
      className={styles.popover ?? ""}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog aria-label={label} className={styles.dialog ?? ""}>
        {children}
      </Dialog>
    </Popover>
  );
}

type ChoiceListProps = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
  readonly isMultiple?: boolean;
};

/** Longer lists have a field that filters them. */
const UNFILTERED_MAX = 12;

export function ChoiceList({ label, options, selected, onSelect, isMultiple = false }: ChoiceListProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  const isFiltered = options.length > UNFILTERED_MAX;
  const list = (
    <ListBox
      aria-label={label}
      className={styles.list ?? ""}
      selectionMode={isMultiple ? "multiple" : "single"}
      disallowEmptySelection={!isMultiple}
      // Escape closes the popover, and leaves what is chosen.
      escapeKeyBehavior="none"
      selectedKeys={selected}
      autoFocus={!isFiltered}
      onSelectionChange={(keys) => onSelect(options.map(({ id }) => id).filter((id) => keys === "all" || keys.has(id)))}
      renderEmptyState={() => <p className={styles.none}>Nothing matches</p>}
    >
      {[...Map.groupBy(options, ({ group }) => group)].map(([group, grouped]) =>
        group === undefined ? (
          grouped.map((option) => <Choice key={option.id} option={option} />)
        ) : (
          <ListBoxSection key={group} id={`group ${group}`}>
            <Header className={styles.group ?? ""}>{group}</Header>
            <Collection items={grouped}>{(option) => <Choice option={option} />}</Collection>
          </ListBoxSection>
        ),
      )}
    </ListBox>
  );
  if (!isFiltered) return list;
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={`Filter: ${label}`} autoFocus className={styles.search ?? ""}>
        <Input className={fieldStyles.control ?? ""} placeholder="Type to filter" />
      </SearchField>
      {list}
    </Autocomplete>
  );
}

function Choice({ option: { id, name } }: { readonly option: Option }) {
  return (
    <ListBoxItem id={id} textValue={name} className={styles.option ?? ""}>
      {name}
    </ListBoxItem>
  );
}
