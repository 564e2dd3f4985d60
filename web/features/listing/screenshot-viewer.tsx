import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Picture } from "./picture.tsx";
import styles from "./screenshot-viewer.module.css";
import type { Screenshot } from "./screenshots.ts";

type ScreenshotViewerProps = {
  readonly name: string;
  readonly pictures: readonly Screenshot[];
  /** The index of the shown picture, or undefined if the viewer is closed. */
  readonly shown: number | undefined;
  readonly onShow: (place: number | undefined) => void;
};

export function ScreenshotViewer({ name, pictures, shown, onShow }: ScreenshotViewerProps) {
  const picture = shown === undefined ? undefined : pictures[shown];
  const step = (by: number) => onShow(((shown ?? 0) + by + pictures.length) % pictures.length);
  return (
    <Dialog
      title={`Screenshots of ${name}`}
      size="wide"
      isOpen={picture !== undefined}
      onClose={() => onShow(undefined)}
    >
      {picture !== undefined && (
        <div className={styles.viewer}>
          <Picture url={picture.url} text={`Screenshot ${(shown ?? 0) + 1} of ${pictures.length}`} size="large" />
          <div className={styles.steps}>
            <Button onPress={() => step(-1)}>Previous</Button>
            <span role="status">
              {(shown ?? 0) + 1} of {pictures.length}
            </span>
            <Button onPress={() => step(1)}>Next</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
