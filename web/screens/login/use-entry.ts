import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";

import type { Problem } from "../../client/problem.ts";
import { session } from "../../client/session.ts";
import { useForm } from "../../client/use-form.ts";
import { DASHBOARD_PATH, dashboardHref } from "../../format/dashboard-path.ts";

export function useEntry<Values extends object>(enter: (values: Values) => Promise<void>, fields: Values) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const goBack = () =>
    navigate(dashboardHref(returnAddress(new URLSearchParams(search).get("return"))), { replace: true });
  // Another tab may have logged in.
  useEffect(() =>
    session.subscribe(() => {
      if (session.state() === "open") goBack();
    }),
  );
  return useForm(useMutation<void, Problem, Values>({ mutationFn: enter }), fields, {
    inputOf: (values) => values,
    onSuccess: goBack,
  });
}

/** Returns a path below the dashboard. Other addresses lead home, since anybody can write this parameter. */
export function returnAddress(value: string | null): string {
  if (value === null || !/^\/dashboard(?:[/?#]|$)/.test(value) || !URL.canParse(value, "http://dashboard.invalid"))
    return "/";
  const { host, pathname, search } = new URL(value, "http://dashboard.invalid");
  const isOwn =
    host === "dashboard.invalid" && (pathname === DASHBOARD_PATH || pathname.startsWith(`${DASHBOARD_PATH}/`));
  return isOwn ? `${pathname.slice(DASHBOARD_PATH.length) || "/"}${search}` : "/";
}
