import { usePathname } from "wouter/use-browser-location";
import { TextLink } from "../components/text-link.tsx";
import { JumpButton } from "../features/jump/jump-button.tsx";
import { ViewLinks } from "../features/views/view-links.tsx";
import { DASHBOARD_PATH } from "../format/dashboard-path.ts";
import { LogOutButton } from "./log-out-button.tsx";
import styles from "./navigation.module.css";
import { ThemeField } from "./theme-field.tsx";

const groups = [
  {
    name: "Your apps",
    links: [
      { href: "/", name: "Today" },
      { href: "/apps", name: "Apps" },
      { href: "/competitors", name: "Competitors" },
      { href: "/changes/apps", name: "Changes" },
    ],
  },
  {
    name: "The stores",
    links: [
      { href: "/find", name: "Find" },
      { href: "/charts", name: "Charts" },
      { href: "/publishers", name: "Publishers" },
      { href: "/explorer/screenshots", name: "Explorer" },
    ],
  },
  { name: "Account", links: [{ href: "/settings", name: "Settings" }] },
];

export function Navigation() {
  const path = usePathname().slice(DASHBOARD_PATH.length) || "/";
  return (
    <div className={styles.navigation}>
      <p className={styles.brand}>
        <TextLink href="/" label="Shelfwatch, today">
          <span className={styles.mark} aria-hidden="true" />
          Shelfwatch
        </TextLink>
      </p>
      <JumpButton />
      <nav aria-label="Dashboard" className={styles.groups}>
        {groups.map(({ name, links }) => (
          <div key={name}>
            <p className={styles.group}>{name}</p>
            <ul>
              {links.map((link) => (
                <li key={link.href}>
                  <TextLink href={link.href} className={styles.link} isCurrent={isCurrent(path, link.href)}>
                    {link.name}
                  </TextLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <ViewLinks className={styles.link} groupClassName={styles.group} />
      </nav>
      <div className={styles.foot}>
        <ThemeField />
        <LogOutButton />
      </div>
    </div>
  );
}

function isCurrent(path: string, href: string): boolean {
  const [section] = href.slice(1).split("/");
  return href === "/" ? path === "/" : path === href || path.startsWith(`/${section}/`);
}
