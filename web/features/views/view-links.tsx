import { usePathname, useSearch } from "wouter/use-browser-location";

import { TextLink } from "../../components/text-link.tsx";
import { useViews } from "./use-views.ts";
import { showsView, viewPath } from "./view-address.ts";

const SHOWN_MAX = 12;

type ViewLinksProps = { readonly className: string | undefined; readonly groupClassName: string | undefined };

/** Links the first saved views in the navigation. The screen of views has all of them. */
export function ViewLinks({ className, groupClassName }: ViewLinksProps) {
  const address = { pathname: usePathname(), search: useSearch() };
  const views = useViews();
  if (views.length === 0) return null;
  return (
    <div>
      <p className={groupClassName}>Saved views</p>
      <ul>
        {views.slice(0, SHOWN_MAX).map(({ id, name, scope }) => (
          <li key={id}>
            <TextLink href={viewPath(scope)} className={className} isCurrent={showsView(scope, address)} isWhole>
              <bdi>{name}</bdi>
            </TextLink>
          </li>
        ))}
        {views.length > SHOWN_MAX && (
          <li>
            <TextLink href="/settings/views" className={className}>
              All {views.length} views
            </TextLink>
          </li>
        )}
      </ul>
    </div>
  );
}
