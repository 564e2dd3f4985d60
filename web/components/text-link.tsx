import type { ReactNode } from "react";
import { Link } from "wouter";
import { classNames } from "../format/class-names.ts";
import { dashboardHref } from "../format/dashboard-path.ts";
import buttonStyles from "./button.module.css";

type TextLinkProps = {
  /** A path below the dashboard, such as `/apps`, or the address of another site. */
  readonly href: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** The accessible name, where the content is not enough. */
  readonly label?: string | undefined;
  readonly isCurrent?: boolean | undefined;
};

/** A link within the dashboard, or to another site in a tab of its own that learns nothing of this one. */
export function TextLink({ href, children, className, label, isCurrent = false }: TextLinkProps) {
  if (!/^https?:/.test(href)) {
    return (
      <Link
        href={dashboardHref(href)}
        className={className}
        aria-label={label}
        aria-current={isCurrent ? "page" : undefined}
      >
        {children}
      </Link>
    );
  }
  return (
    <a href={href} className={className} aria-label={label} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

type ButtonLinkProps = Omit<TextLinkProps, "isCurrent"> & {
  readonly variant?: "primary" | "secondary" | "quiet" | undefined;
};

/** A link that looks like a button: it leads somewhere and does nothing else. */
export function ButtonLink({ variant = "secondary", className, ...link }: ButtonLinkProps) {
  return (
    <TextLink
      {...link}
      className={classNames(buttonStyles.button, buttonStyles.medium, buttonStyles[variant], className)}
    />
  );
}
