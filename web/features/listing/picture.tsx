import { useState } from "react";

import { classNames } from "../../format/class-names.ts";
import styles from "./picture.module.css";

type PictureProps = { readonly url: string; readonly text: string; readonly isLarge?: boolean };

/** A picture of a store. Where it is blocked or gone, a frame of the same height says what it was. */
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

/** A picture that opens in a larger size. */
export function PictureButton({ onPress, ...picture }: PictureButtonProps) {
  return (
    <button type="button" className={styles.open} onClick={onPress}>
      <Picture {...picture} />
    </button>
  );
}
