import { useState } from "react";
import { classNames } from "../format/class-names.ts";
import styles from "./app-icon.module.css";

type AppIconProps = {
  readonly url: string | null;
  readonly name: string;
  readonly size?: "small" | "medium" | "large" | undefined;
};

const pixels = { small: 28, medium: 40, large: 72 };

/** The icon is always beside the app's name, so it needs no text. */
export function AppIcon({ url, name, size = "medium" }: AppIconProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const hasPicture = url !== null && url !== failedUrl;
  return (
    <span className={classNames(styles.icon, styles[size])} aria-hidden="true">
      {hasPicture ? (
        <img
          src={url}
          alt=""
          width={pixels[size]}
          height={pixels[size]}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(url)}
        />
      ) : (
        firstLetter(name)
      )}
    </span>
  );
}

function firstLetter(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0]?.toUpperCase() ?? "•";
}
