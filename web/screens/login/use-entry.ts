import { useState } from "react";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";

import { Problem } from "../../client/problem.ts";
import { returnAddress } from "../../client/return-address.ts";
import { dashboardHref } from "../../format/dashboard-path.ts";

/** What both forms of entry do: they send once, keep what went wrong, and lead back to where the reader was. */
export function useEntry(otherPath: string) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const submit = async (send: () => Promise<void>) => {
    if (isPending) return;
    setPending(true);
    setProblem(undefined);
    try {
      await send();
      navigate(dashboardHref(returnAddress(new URLSearchParams(search).get("return"))), { replace: true });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  };
  return { isPending, problem, submit, otherScreen: `${otherPath}${search}` };
}
