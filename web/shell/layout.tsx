import { type ReactNode, useEffect, useRef } from "react";
import { usePathname, useSearch } from "wouter/use-browser-location";
import { ScopeBar } from "../features/scope/scope-bar.tsx";
import { SaveView } from "../features/views/save-view.tsx";
import { AlertButton } from "../features/webhooks/alert-button.tsx";
import { useMedia } from "../hooks/use-media.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import styles from "./layout.module.css";
import { Navigation } from "./navigation.tsx";

/** The style sheets of the layout and the navigation use the same width. */
const WIDE = "(min-width: 62rem)";

export function Layout({ children }: { readonly children: ReactNode }) {
  const path = usePathname();
  const search = useSearch();
  const isWide = useMedia(WIDE);
  const menu = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a narrow window closes with each navigation
  useEffect(() => {
    if (menu.current !== null) menu.current.open = false;
  }, [path, search]);
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {isWide ? (
        <div className={styles.wide}>
          <Navigation />
        </div>
      ) : (
        <details ref={menu} className={styles.narrow}>
          <summary className={styles.bar}>
            <span className={styles.mark} aria-hidden="true" />
            Shelfwatch
            <span className={styles.menu}>Menu</span>
          </summary>
          <Navigation />
        </details>
      )}
      <div className={styles.content}>
        <ErrorBoundary resetKey={path}>
          <ScopeBar>
            <SaveView />
            <AlertButton />
          </ScopeBar>
        </ErrorBoundary>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  );
}
