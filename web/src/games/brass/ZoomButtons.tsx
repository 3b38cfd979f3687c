/** Zooming by buttons: where the map is hardly enlarged they are two, so that they cover no place at its edge. */
import styles from "./Board.module.css";
import { WIDTH } from "./layout";
import type { ViewBox } from "./useViewBox";
import { useWords } from "./words";

/** How much a press zooms. One step out of less than that is the whole map, which has a button of its own. */
const STEP = 1.5;

export function ZoomButtons({ box }: { box: ViewBox }) {
  const { t } = useWords();
  return (
    <fieldset className={styles.zoom} aria-label={t("zoom.title")}>
      <button type="button" onClick={() => box.zoom(STEP)} aria-label={t("zoom.in")}>
        <span aria-hidden="true">+</span>
      </button>
      {box.isZoomed ? (
        <>
          {box.part.width * STEP < WIDTH - 1 ? (
            <button type="button" onClick={() => box.zoom(1 / STEP)} aria-label={t("zoom.out")}>
              <span aria-hidden="true">−</span>
            </button>
          ) : null}
          <button type="button" onClick={box.reset} aria-label={t("zoom.all")} title={t("zoom.all")}>
            <span aria-hidden="true">⤢</span>
          </button>
        </>
      ) : null}
    </fieldset>
  );
}
