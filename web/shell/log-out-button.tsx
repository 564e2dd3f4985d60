import { useState } from "react";

import { session } from "../client/session.ts";
import { Button } from "../components/button.tsx";
import { useToasts } from "../components/use-toasts.ts";

export function LogOutButton() {
  const [isPending, setPending] = useState(false);
  const toasts = useToasts();
  const logOut = async () => {
    setPending(true);
    try {
      await session.logOut();
    } catch {
      toasts.show({ text: "The service did not respond, so you are still logged in. Try again.", kind: "negative" });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => void logOut()}>
      Log out
    </Button>
  );
}
