import type { ReactNode } from "react";
import { usePathname, useSearch } from "wouter/use-browser-location";
import { DASHBOARD_PATH } from "../../format/dashboard-path.ts";
import { TagsPart } from "../tags/tags-part.tsx";
import { AppsPart } from "./apps-part.tsx";
import { VersusPart, WithPart } from "./comparison-parts.tsx";
import styles from "./scope-bar.module.css";
import { appOfPath, scopePartsOf } from "./scope-parts.ts";
import { useScope } from "./use-scope.ts";
import { WhenPart } from "./when-part.tsx";
import { WherePart } from "./where-part.tsx";

/** The scope says which apps a screen shows, where and when. It is in the address, and links keep it. */
export function ScopeBar({ children }: { readonly children: ReactNode }) {
  const path = usePathname().slice(DASHBOARD_PATH.length) || "/";
  const view = new URLSearchParams(useSearch()).get("view");
  const [scope, set] = useScope();
  const parts = scopePartsOf(path, view);
  const app = appOfPath(path);
  return (
    <search aria-label="Scope" className={styles.bar}>
      <div className={styles.parts}>
        <AppsPart path={path} app={app} hasSides={parts.hasSides ?? false} />
        {parts.where !== undefined && <WherePart none={parts.where} scope={scope} onChange={set} />}
        {parts.when !== undefined && <WhenPart none={parts.when} scope={scope} onChange={set} />}
        {parts.hasTags && <TagsPart />}
        {parts.isCompared && app !== undefined && (
          <>
            <VersusPart scope={scope} onChange={set} />
            <WithPart app={app} scope={scope} onChange={set} />
          </>
        )}
        {children}
      </div>
    </search>
  );
}
