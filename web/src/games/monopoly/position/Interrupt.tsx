/** What interrupts a turn: a debt or an auction is put together here; of what else there may be the text tells. */
import { useLocale } from "../../../i18n/Locale";
import { CheckField, FaultsAt, NumberField, SelectField } from "../../../position/Field";
import generic from "../../../position/Position.module.css";
import { useNames } from "../names";
import type { MonopolyView } from "../types";
import { type Frame, INTERRUPTS, livingOf, setBids, setFrame, setInterrupt } from "./edit";
import type { Editor } from "./SquarePanel";

interface InterruptProps {
  editor: Editor;
  view: MonopolyView;
}

export function Interrupt({ editor, view }: InterruptProps) {
  const { t } = useLocale();
  const { frames = [] } = editor.fields;
  const [frame, ...others] = frames;
  const kind = INTERRUPTS.find((one) => others.length === 0 && one === frame?.kind);
  const isOther = frame !== undefined && kind === undefined;
  const choices: [string, string][] = [["", t("monopoly_ui.position.interrupt_none")]];
  const isForSale = view.board.some(({ deed, owner }) => deed !== undefined && owner === null);
  for (const one of INTERRUPTS) {
    if (one === "auction" && kind !== one && !isForSale) continue;
    choices.push([one, t(`monopoly_ui.position.interrupt_${one}`)]);
  }
  if (isOther) choices.push(["other", t("monopoly_ui.position.phase_other")]);
  return (
    <>
      <SelectField
        label={t("monopoly_ui.position.interrupt")}
        wide
        value={isOther ? "other" : (kind ?? "")}
        choices={choices}
        onChange={(chosen) => editor.change(setInterrupt(chosen, view))}
      />
      {kind === "debt" && frame ? <Debt editor={editor} frame={frame} /> : null}
      {kind === "auction" && frame ? <Auction editor={editor} frame={frame} view={view} /> : null}
      {kind && editor.reached && !editor.reached.frames?.length ? (
        <p className={`${generic.soft} ${generic.across}`}>{t(`monopoly_ui.position.settled_${kind}`)}</p>
      ) : null}
      <FaultsAt at={["frames"]} />
    </>
  );
}

interface FrameProps {
  editor: Editor;
  frame: Frame;
}

/** The players of a frame: those who are in the game, but for one. */
function livingIn({ fields, seats }: Editor) {
  const living = livingOf(fields);
  return (but?: number) =>
    living.filter((seat) => seat !== but).map((seat) => [seat, seats[seat]?.name ?? ""] as const);
}

function Debt({ editor, frame }: FrameProps) {
  const { t } = useLocale();
  const living = livingIn(editor);
  const { who = 0, to = "bank", amount } = frame;
  const { change } = editor;
  return (
    <>
      <SelectField
        label={t("monopoly_ui.position.owes")}
        wide
        value={who}
        choices={living()}
        onChange={(seat) => change(setFrame({ who: Number(seat), ...(to === Number(seat) ? { to: "bank" } : {}) }))}
      />
      <SelectField
        label={t("monopoly_ui.position.owed_to")}
        wide
        value={to}
        choices={[...living(who), ["bank", t("monopoly_ui.position.bank")]]}
        onChange={(whom) => change(setFrame({ to: whom === "bank" ? whom : Number(whom) }))}
      />
      <NumberField
        label={t("monopoly_ui.position.amount")}
        value={amount}
        onChange={(money) => change(setFrame({ amount: money ?? 0 }))}
      />
    </>
  );
}

function Auction({ editor, frame, view }: FrameProps & InterruptProps) {
  const { t } = useLocale();
  const names = useNames();
  const living = livingIn(editor);
  const { lot, bid, amount, leader, bidder = 0, bidders = [] } = frame;
  const { change } = editor;
  const free = view.board.filter(({ deed, owner }) => deed !== undefined && (owner === null || deed === lot));
  const bidding = (but?: number) => living(but).filter(([seat]) => bidders.includes(seat));
  return (
    <>
      <SelectField
        label={t("monopoly_ui.position.lot")}
        wide
        value={lot}
        choices={free.map(({ deed = "", square }) => [deed, names.square(square)])}
        onChange={(deed) => change(setFrame({ lot: deed }))}
      />
      <SelectField
        label={t("monopoly_ui.position.leader")}
        wide
        value={leader ?? ""}
        choices={[["", t("monopoly_ui.position.nobody")], ...bidding()]}
        onChange={(seat) => {
          const one = seat === "" ? undefined : Number(seat);
          const money = bid ?? amount ?? 0;
          const then = one === bidder ? (bidding(one)[0]?.[0] ?? bidder) : bidder;
          change(
            setFrame(
              one === undefined
                ? { leader: undefined, bid: undefined, amount: money }
                : { leader: one, bid: money, amount: undefined, bidder: then },
            ),
          );
        }}
      />
      <NumberField
        label={t(leader === undefined ? "monopoly_ui.position.least_bid" : "monopoly_ui.position.bid")}
        value={leader === undefined ? amount : bid}
        onChange={(money = 0) => change(setFrame(leader === undefined ? { amount: money } : { bid: money }))}
      />
      <SelectField
        label={t("monopoly_ui.position.bidder")}
        wide
        value={bidder}
        choices={bidding(bidders.length > 1 ? leader : undefined)}
        onChange={(seat) => change(setFrame({ bidder: Number(seat) }))}
      />
      <div className={`${generic.row} ${generic.across}`}>
        <span>{t("monopoly_ui.position.bidders")}</span>
        {living().map(([seat, name]) => (
          <CheckField
            key={seat}
            label={<bdi>{name}</bdi>}
            checked={bidders.includes(seat)}
            onChange={(bids) => change(setBids(seat, bids))}
          />
        ))}
      </div>
    </>
  );
}
