import type { ReactNode } from "react";
import { Link } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { classNames } from "../format/class-names.ts";
import { dashboardHref } from "../format/dashboard-path.ts";
import { withScope } from "../format/scoped-path.ts";
import buttonStyles from "./button.module.css";

type TextLinkProps = {
  /** A path below the dashboard, such as `/apps`, or the address of another site. */
  readonly href: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  /** The link has a scope of its own, even an empty one. */
  readonly isWhole?: boolean | undefined;
};

/** The scope follows to other screens. Another site opens in its own tab and receives no referrer. */
export function TextLink({ href, children, className, label, isCurrent = false, isWhole = false }: TextLinkProps) {
  const search = useSearch();
  if (!/^https?:/.test(href)) {
    return (
      <Link
        href={dashboardHref(isWhole ? href : withScope(href, search))}
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
  readonly size?: "medium" | "small" | undefined;
};

export function ButtonLink({ variant = "secondary", size = "medium", className, ...link }: ButtonLinkProps) {
  return (
    <TextLink
      {...link}
      className={classNames(buttonStyles.button, buttonStyles[size], buttonStyles[variant], className)}
    />
  );
}
