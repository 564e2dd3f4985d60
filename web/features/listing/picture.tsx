import { useState } from "react";

import { classNames } from "../../format/class-names.ts";
import styles from "./picture.module.css";

type PictureProps = { readonly url: string; readonly text: string; readonly isLarge?: boolean };

export function Picture({ url, text, isLarge = false }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const size = isLarge ? styles.large : styles.small;
  if (failedUrl === url) return <span className={classNames(styles.failed, size)}>{text}: no picture</span>;
  return (
    <img
      src={url}
      alt={text}
      className={classNames(styles.picture, size)}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
    />
  );
}

type PictureButtonProps = Pick<PictureProps, "url" | "text"> & { readonly onPress: () => void };

export function PictureButton({ onPress, ...picture }: PictureButtonProps) {
  return (
    <button type="button" className={styles.open} onClick={onPress}>
      <Picture {...picture} />
    </button>
  );
}
