/** Going through a game: by turns, steps and rounds, playing at a speed, and back to now. */
import type { KeyboardEvent, ReactNode } from "react";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { Menu } from "../ui/Menu";
import { Num } from "../ui/Num";
import { seatStyle } from "../ui/PlayerMark";
import { SPEEDS, type Speed } from "../ui/settings";
import styles from "./ReplayBar.module.css";
import { type Transport, whereAt } from "./transport";

interface ReplayBarProps {
  transport: Transport;
  speed: Speed;
  onSpeed(speed: Speed): void;
  /** What else can be done with the position, for the menu. */
  children?: ReactNode;
}

export function ReplayBar({ transport, speed, onSpeed, children }: ReplayBarProps) {
  const { t } = useLocale();
  const { at, total, live, playing, waiting, turn, starts } = transport;
  // beside the track where the bar is wide enough, else in the menu
  const fields = (
    <>
      <Jump transport={transport} />
      <SpeedField speed={speed} onSpeed={onSpeed} />
    </>
  );
  return (
    <section className={styles.around} aria-label={t("ui.replay.title")} data-part="replay">
      <div className={styles.bar}>
        {/* time runs from left to right in every language */}
        <div className={styles.track}>
          <div className={styles.buttons}>
            <Icon label={t("ui.replay.first")} shape="first" onClick={() => transport.go(0)} off={at === 0} />
            <Icon
              label={t("ui.replay.turn_back")}
              shape="turnBack"
              onClick={() => transport.seek("turn", -1)}
              off={at === 0}
            />
            <Icon label={t("ui.replay.back")} shape="back" onClick={transport.back} off={at === 0} />
            <Icon
              label={playing ? t("ui.replay.pause") : t("ui.replay.play")}
              shape={playing ? "pause" : "play"}
              onClick={transport.toggle}
              off={live && transport.ended}
            />
            <Icon
              label={t("ui.replay.forward")}
              shape="forward"
              onClick={transport.forward}
              off={live && waiting === 0}
            />
            <Icon
              label={t("ui.replay.turn_forward")}
              shape="turnForward"
              onClick={() => transport.seek("turn", 1)}
              off={live}
            />
            <Icon label={t("ui.replay.now")} shape="last" onClick={transport.now} off={live && waiting === 0} />
          </div>
          <Slider transport={transport} />
          <span className={styles.count} data-count>
            <Num value={starts.length > 0 ? turn : at} />/<Num value={starts.length > 0 ? starts.length : total} />
          </span>
        </div>
        {waiting > 0 ? (
          <Button small className={styles.behind ?? ""} onClick={transport.now}>
            {t("ui.replay.waiting", { count: waiting })}
          </Button>
        ) : null}
        <div className={styles.beside}>{fields}</div>
        <Menu up label={t("ui.replay.more")}>
          <div className={styles.within}>{fields}</div>
          {children}
        </Menu>
      </div>
    </section>
  );
}

/** The turns as a track; with Shift, the arrow keys go by single steps. */
function Slider({ transport }: { transport: Transport }) {
  const { t } = useLocale();
  const { at, total, live, turn, starts, turns } = transport;
  // a place for each turn, and one for now, where the last turn may just begin
  const places = starts.filter((start) => start < total);
  const count = places.length;
  const step = (event: KeyboardEvent) => {
    const way = { ArrowLeft: transport.back, ArrowRight: transport.forward }[event.key];
    if (!event.shiftKey || !way) return;
    event.preventDefault();
    way();
  };
  const go = (place: number) => transport.go(count === 0 ? place : (places[place] ?? total));
  return (
    <span className={styles.slider}>
      {count > 1 ? (
        <svg className={styles.ticks} viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" aria-hidden="true">
          {places.map((start, n) => {
            const seat = turns.findLast((one) => one.at === start)?.seat;
            return seat == null ? null : <path key={start} style={seatStyle(seat)} d={`M${n + 0.1} 0h0.8v1h-0.8Z`} />;
          })}
        </svg>
      ) : null}
      <input
        type="range"
        min={0}
        max={Math.max(count > 0 ? count : total, 1)}
        value={count === 0 ? at : live && at >= total ? count : Math.max(0, turn - 1)}
        aria-label={t("ui.replay.position")}
        aria-valuetext={whereAt(transport, t)}
        onKeyDown={step}
        onChange={(event) => go(Number(event.target.value))}
      />
    </span>
  );
}

function Jump({ transport }: { transport: Transport }) {
  const { t, say } = useLocale();
  const { at, turns } = transport;
  if (turns.length === 0) return null;
  return (
    <label className={styles.field}>
      <span>{t("ui.replay.jump")}</span>
      <select
        title={t("ui.replay.jump")}
        value={turns.findLastIndex((turn) => turn.at <= at)}
        onChange={(event) => transport.go(turns[Number(event.target.value)]?.at ?? 0)}
      >
        {turns.map((turn, n) => (
          // an era, its first round and its first turn begin at the same step
          <option key={n} value={n}>
            {say(turn.label)}
          </option>
        ))}
      </select>
    </label>
  );
}

function SpeedField({ speed, onSpeed }: Pick<ReplayBarProps, "speed" | "onSpeed">) {
  const { t, number } = useLocale();
  return (
    <label className={styles.field}>
      <span>{t("ui.replay.speed")}</span>
      <select
        title={t("ui.replay.speed")}
        value={speed}
        onChange={(event) => onSpeed(Number(event.target.value) as Speed)}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one === 0 ? t("ui.replay.instant") : `${number(one)}×`}
          </option>
        ))}
      </select>
    </label>
  );
}

const SHAPES = {
  first: "M5 5V19M19 5L8 12L19 19Z",
  turnBack: "M12 5L3 12L12 19ZM21 5L12 12L21 19Z",
  back: "M16 5L6 12L16 19Z",
  play: "M7 4L20 12L7 20Z",
  pause: "M7 5H10V19H7ZM14 5H17V19H14Z",
  forward: "M8 5L18 12L8 19Z",
  turnForward: "M12 5L21 12L12 19ZM3 5L12 12L3 19Z",
  last: "M19 5V19M5 5L16 12L5 19Z",
} as const;

interface IconProps {
  label: string;
  shape: keyof typeof SHAPES;
  onClick(): void;
  off: boolean;
}

function Icon({ label, shape, onClick, off }: IconProps) {
  return (
    <Button small look="quiet" aria-label={label} title={label} onClick={onClick} aria-disabled={off}>
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
        <path d={SHAPES[shape]} />
      </svg>
    </Button>
  );
}
