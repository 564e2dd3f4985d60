import { formatQuantity } from "../../format/numbers.ts";
import { readShots, type Shot } from "./change-texts.ts";
import styles from "./shot-strip.module.css";

type ShotStripProps = { readonly before: string | null; readonly after: string | null };

export function ShotStrip({ before, after }: ShotStripProps) {
  const [old, current] = [readShots(before), readShots(after)];
  if (old === undefined || current === undefined) return <p>The screenshots were replaced.</p>;
  return (
    <div className={styles.strips}>
      <Strip name="Before" shots={old} others={current} />
      <Strip name="After" shots={current} others={old} />
    </div>
  );
}

type StripProps = { readonly name: string; readonly shots: readonly Shot[]; readonly others: readonly Shot[] };

function Strip({ name, shots, others }: StripProps) {
  const kept = new Set(others.map(({ url }) => url));
  return (
    <figure className={styles.strip}>
      <figcaption className={styles.name}>
        {name}: {formatQuantity(shots.length, "screenshot")}
      </figcaption>
      <ul className={styles.shots}>
        {shots.map(({ url }) => (
          <li key={url} className={kept.has(url) ? styles.kept : undefined}>
            <img
              src={url}
              alt=""
              className={styles.shot}
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
