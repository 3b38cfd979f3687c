/** A seat's mat: the next tile of each industry and how many are left; opened, all of them with what is printed on them. */
import { useId, useState } from "react";
import { PlayerMark } from "../../ui/PlayerMark";
import type { BoardProps } from "../registry";
import { refsOf } from "./effects";
import { INDUSTRIES, leftOf, roman, type TileFacts, tileFacts } from "./facts";
import { GoodIcon, Icon } from "./glyphs";
import styles from "./Mat.module.css";
import type { BrassView, Industry, Stack } from "./view";
import { useWords } from "./words";

type MatProps = Pick<BoardProps, "me" | "seats" | "decision" | "targets" | "picked" | "onPick" | "onWhy"> & {
  view: BrassView;
};

export function Mat({ view, me, seats, decision, targets, picked, onPick, onWhy }: MatProps) {
  const { t } = useWords();
  const own = me ?? view.turn ?? 0;
  const [chosen, setChosen] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const seat = chosen ?? own;
  const mat = view.players[seat]?.mat;
  if (!mat) return null;
  const isMine = seat === me;
  const offered = refsOf(decision);
  return (
    <div className={styles.mat}>
      <div className={styles.head}>
        <fieldset className={styles.seats} aria-label={t("mat.whose")}>
          {view.players.map((one) => (
            <button key={one.seat} type="button" aria-pressed={one.seat === seat} onClick={() => setChosen(one.seat)}>
              <PlayerMark seat={one.seat} name={seats[one.seat]?.name} label={seats[one.seat]?.name ?? ""} />
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "mat.close" : "mat.open")}
        </button>
      </div>
      <ul id={id} className={styles.stacks} data-open={isOpen || undefined}>
        {INDUSTRIES.map((industry) => {
          const ref = `industry:${industry}`;
          const isTarget = isMine && targets.has(ref);
          return (
            <li key={industry}>
              <button
                type="button"
                className={styles.stack}
                data-ref={isMine ? ref : undefined}
                data-target={isTarget || undefined}
                aria-pressed={isMine && picked.has(ref)}
                disabled={!isMine}
                onClick={() => (offered.has(ref) ? onPick(ref) : onWhy?.(ref))}
              >
                <Next industry={industry} stack={mat[industry]} />
              </button>
              {isOpen ? <Tiles industry={industry} stack={mat[industry]} era={view.era} /> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Next({ industry, stack }: { industry: Industry; stack: Stack }) {
  const words = useWords();
  const facts = stack.next ? tileFacts(stack.next) : undefined;
  return (
    <>
      <span className={styles.glyph} aria-hidden="true">
        <Icon name={industry} size="1.8rem" />
        <b>{facts ? roman(facts.level) : "–"}</b>
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{words.industry(industry)}</span>
        <span className={styles.row}>
          {facts ? <Cost facts={facts} /> : <span className={styles.soft}>{words.t("mat.none")}</span>}
          {facts ? (
            <span className={styles.left}>
              <span className="visually-hidden">{words.t("mat.left", { count: stack.left })}</span>
              <span aria-hidden="true">×{words.locale.number(stack.left)}</span>
            </span>
          ) : null}
        </span>
      </span>
    </>
  );
}

/** Money, coal and iron. */
function Cost({ facts }: { facts: TileFacts }) {
  const { t, money } = useWords();
  return (
    <span className={styles.cost}>
      <bdi>{money(facts.money)}</bdi>
      {(["coal", "iron"] as const).map((good) =>
        facts[good] > 0 ? (
          <span key={good} role="img" aria-label={t(`goods.${good}`, { count: facts[good] })}>
            {Array.from({ length: facts[good] }, (_, n) => (
              <GoodIcon key={n} name={good} size="1em" />
            ))}
          </span>
        ) : null,
      )}
    </span>
  );
}

function Tiles({ industry, stack, era }: { industry: Industry; stack: Stack; era: "canal" | "rail" }) {
  const { t, locale } = useWords();
  return (
    <table className={styles.tiles}>
      <thead>
        <tr>
          <th scope="col">{t("mat.level")}</th>
          <th scope="col">{t("mat.count")}</th>
          <th scope="col">{t("mat.cost")}</th>
          <th scope="col" title={t("mat.points")}>
            <Icon name="points" label={t("mat.points")} />
          </th>
          <th scope="col" title={t("mat.income")}>
            <Icon name="income" label={t("mat.income")} />
          </th>
          <th scope="col" title={t("mat.links")}>
            <Icon name="link" label={t("mat.links")} />
          </th>
          <th scope="col" title={t("mat.beer")}>
            <GoodIcon name="beer" label={t("mat.beer")} />
          </th>
        </tr>
      </thead>
      <tbody>
        {leftOf(industry, stack.left).map(({ tile, left }) => (
          <tr key={tile.level} data-gone={left === 0 || undefined}>
            <th scope="row">
              {roman(tile.level)}
              <Marks tile={tile} era={era} />
            </th>
            <td>{t("mat.of", { n: left, of: tile.count })}</td>
            <td>
              <Cost facts={tile} />
            </td>
            <td>{locale.number(tile.points)}</td>
            <td>{locale.number(tile.income)}</td>
            <td>{locale.number(tile.links)}</td>
            <td>{locale.number(tile.beer)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is printed on some kinds of tiles: one era only, or that they cannot be developed. */
function Marks({ tile, era }: { tile: TileFacts; era: "canal" | "rail" }) {
  const { t } = useWords();
  return (
    <>
      {tile.canal && tile.rail ? null : (
        <span className={styles.mark} data-closed={!tile[era] || undefined}>
          <Icon name={tile.canal ? "canal" : "rail"} label={t(tile.canal ? "mat.canalOnly" : "mat.railOnly")} />
        </span>
      )}
      {tile.developable ? null : (
        <span className={styles.mark}>
          <Icon name="develop" label={t("mat.fixed")} />
        </span>
      )}
    </>
  );
}
