import { useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Dialog, Modal, ModalOverlay } from "react-aria-components/Modal";
import { Input, SearchField } from "react-aria-components/SearchField";
import { useLocation } from "wouter";

import fieldStyles from "../../components/fields/field.module.css";
import { dashboardHref } from "../../format/dashboard-path.ts";
import { withScope } from "../../format/scoped-path.ts";
import { type Destination, findPlaces, SAVED_VIEW } from "./find-places.ts";
import styles from "./jump-menu.module.css";
import { useJumpWorld } from "./use-jump-world.ts";

type JumpMenuProps = {
  /** Returns once what was typed before the menu had the focus. */
  readonly takeEarlyText: () => string;
  readonly onClose: () => void;
};

/** Leads to an app, a country, a day, a screen or a saved view. Its key and its list need no pointer. */
export function JumpMenu({ takeEarlyText, onClose }: JumpMenuProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const { world, isLoading } = useJumpWorld();
  const found = findPlaces(text, world);
  // Both the list and the field may act on one press of Enter.
  const isLeft = useRef(false);
  const goTo = (place: Destination | undefined) => {
    if (place === undefined || isLeft.current) return;
    isLeft.current = true;
    onClose();
    const { href, of } = place;
    navigate(dashboardHref(of === SAVED_VIEW ? href : withScope(href, window.location.search)));
  };
  return (
    <ModalOverlay
      className={styles.backdrop ?? ""}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.modal ?? ""}>
        <Dialog aria-label="Jump to" className={styles.dialog ?? ""}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Jump to" autoFocus className={styles.search ?? ""}>
              <Input
                className={fieldStyles.control ?? ""}
                onFocus={() => {
                  const early = takeEarlyText();
                  setText((typed) => early + typed);
                }}
                // The list marks no place for early text, and a typed one's only after half a second.
                onKeyDown={({ key, currentTarget }) => {
                  if (key === "Enter" && !currentTarget.hasAttribute("aria-activedescendant")) goTo(found[0]);
                }}
                placeholder="App, country, day or screen: marfold 1 oct jp"
              />
            </SearchField>
            <ListBox
              aria-label="Places"
              className={styles.list ?? ""}
              items={found}
              renderEmptyState={() => (
                <p className={styles.none}>{isLoading ? "Loading your apps…" : "Nothing has this name"}</p>
              )}
              onAction={(key) => goTo(found.find(({ id }) => id === key))}
            >
              {({ id, name, of }) => (
                <ListBoxItem id={id} textValue={`${name}, ${of}`} className={styles.option ?? ""}>
                  <span>{name}</span> <span className={styles.of}>{of}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
