import { Suspense, useState } from "react";
import { usePathname } from "wouter/use-browser-location";

import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { lazyComponent } from "../../components/lazy-component.tsx";

const AlertOfAddress = lazyComponent(async () => (await import("./alert-of-address.tsx")).AlertOfAddress);

/** Offers alerts about the events that the screen shows. */
export function AlertButton() {
  const path = usePathname();
  // A link of the dialog leads to another screen, which closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const close = () => setOpenedAt(undefined);
  return (
    <>
      <Button size="small" onPress={() => setOpenedAt(path)}>
        Get alerts
      </Button>
      <Dialog title="Get alerts" isOpen={openedAt === path} onClose={close}>
        <Suspense fallback={<p role="status">Loading…</p>}>
          <AlertOfAddress onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
