import { useState } from "react";

import { classNames } from "../../format/class-names.ts";
import styles from "./picture.module.css";

type PictureProps = {
  readonly url: string;
  readonly text: string;
  /** `small` is the height of a row of screenshots, and `wide` suits a picture across. */
  readonly size?: "small" | "wide" | "large";
};

export function Picture({ url, text, size = "small" }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (failedUrl === url) return <span className={classNames(styles.failed, styles[size])}>{text}: no picture</span>;
  return (
    <img
      src={url}
      alt={text}
      className={classNames(styles.picture, styles[size])}
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
