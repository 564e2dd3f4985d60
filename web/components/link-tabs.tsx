import { useEffect, useRef } from "react";
import { usePathname } from "wouter/use-browser-location";
import { DASHBOARD_PATH } from "../format/dashboard-path.ts";
import styles from "./link-tabs.module.css";
import { KEEPS_FOCUS } from "./screen.tsx";
import { TextLink } from "./text-link.tsx";

type LinkTabsProps = {
  readonly label: string;
  /** `href` is a path below the dashboard and may have a query. */
  readonly tabs: readonly { readonly href: string; readonly name: string }[];
};

/** The tabs are separate pages, so they are links in a navigation. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const path = usePathname();
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current tab.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  return (
    <nav aria-label={label} className={styles.tabs} {...{ [KEEPS_FOCUS]: "" }}>
      <ul ref={list} className={styles.list}>
        {tabs.map(({ href, name }) => (
          <li key={name}>
            <TextLink href={href} className={styles.tab} isCurrent={isSamePath(path, href)}>
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isSamePath(path: string, href: string): boolean {
  const [target = ""] = href.split(/[?#]/);
  const withoutSlash = (text: string) => decodeURI(text).replace(/\/$/, "");
  return withoutSlash(path) === withoutSlash(`${DASHBOARD_PATH}${target}`);
}
