import { useState } from "react";

import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { useToasts } from "../../components/use-toasts.ts";
import { NameDialog } from "../names/name-dialog.tsx";
import { VIEW_NAME_MAX } from "./use-views.ts";
import { viewScopeOf } from "./view-address.ts";

/** Saves the present address under a name. */
export function SaveView() {
  const [isOpen, setOpen] = useState(false);
  const toasts = useToasts();
  const create = useWrite("createView", { refreshes: ["listViews"] });
  const close = () => {
    setOpen(false);
    create.reset();
  };
  const save = (name: string) =>
    create.mutate(
      { body: { name, scope: viewScopeOf(window.location) } },
      {
        onSuccess: ({ data }) => {
          close();
          toasts.show({ text: `“${data.name}” is among your saved views.`, kind: "positive" });
        },
      },
    );
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        Save view
      </Button>
      <NameDialog
        title="Save this view"
        submit="Save"
        name=""
        maxLength={VIEW_NAME_MAX}
        isOpen={isOpen}
        onClose={close}
        isPending={create.isPending}
        problem={create.error}
        onSubmit={save}
      />
    </>
  );
}
