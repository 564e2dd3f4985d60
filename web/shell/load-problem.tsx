import { useCallback, useEffect, useState } from "react";

import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { type LoadFault, reachesService } from "../components/lazy-component.tsx";

export function LoadProblem({ fault }: { readonly fault: LoadFault }) {
  return fault === "replaced" ? <NewVersion /> : <Offline />;
}

function NewVersion() {
  return (
    <EmptyState title="A new version is available" isAlert action={<ReloadButton />}>
      Reload to continue.
    </EmptyState>
  );
}

export function ReloadButton() {
  return (
    <Button variant="primary" onPress={() => window.location.reload()}>
      Reload
    </Button>
  );
}

function Offline() {
  const [isPending, setPending] = useState(false);
  const tryAgain = useCallback(async () => {
    setPending(true);
    // Without a connection the browser would show its own error page, which has no way back.
    if (await reachesService()) window.location.reload();
    else setPending(false);
  }, []);
  useEffect(() => {
    const onOnline = () => void tryAgain();
    // The connection may have returned since the file failed.
    onOnline();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [tryAgain]);
  return (
    <EmptyState
      title="No connection"
      isAlert
      action={
        <Button isPending={isPending} onPress={() => void tryAgain()}>
          Retry
        </Button>
      }
    >
      This screen has not been loaded yet. It opens automatically when the network is back.
    </EmptyState>
  );
}
