import { type ReactNode, useEffect, useRef } from "react";
import { usePathname } from "wouter/use-browser-location";
import styles from "./screen.module.css";

type ScreenProps = {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly lead?: ReactNode;
  readonly icon?: ReactNode;
};

let shownPath: string | undefined;

/** Marks an element that keeps the focus after a navigation, such as tabs. */
export const KEEPS_FOCUS = "data-keeps-focus";

export function Screen({ title, actions, children, lead, icon }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = usePathname();
  useEffect(() => {
    document.title = `${title} · Shelfwatch`;
  }, [title]);
  useEffect(() => {
    const isKept = Boolean(document.activeElement?.closest(`[${KEEPS_FOCUS}]`));
    if (shownPath !== undefined && shownPath !== path && !isKept) heading.current?.focus();
    shownPath = path;
  }, [path]);
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        {icon}
        <div className={styles.titles}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
