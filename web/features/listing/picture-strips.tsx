import styles from "./picture-strips.module.css";

type PictureStripsProps = { readonly before: readonly string[]; readonly after: readonly string[] };

/** Shows pictures before and after a change. Those that both have are pale. */
export function PictureStrips({ before, after }: PictureStripsProps) {
  return (
    <div className={styles.strips}>
      <Strip name="Before" urls={before} others={after} />
      <Strip name="After" urls={after} others={before} />
    </div>
  );
}

type StripProps = { readonly name: string; readonly urls: readonly string[]; readonly others: readonly string[] };

function Strip({ name, urls, others }: StripProps) {
  return (
    <figure className={styles.strip}>
      <figcaption className={styles.name}>
        {name}: {urls.length === 0 ? "none" : urls.length}
      </figcaption>
      <ul className={styles.pictures}>
        {urls.map((url) => (
          <li key={url} className={others.includes(url) ? styles.kept : undefined}>
            <img
              src={url}
              alt=""
              className={styles.picture}
              loading="lazy"
              decoding="async"
              referrerPolicy="no-referrer"
            />
          </li>
        ))}
      </ul>
    </figure>
  );
}
