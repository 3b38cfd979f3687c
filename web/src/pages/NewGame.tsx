/** A new table: which game, who sits where, and under which rules. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { api } from "../api/client";
import type { GameSpec, HintsPolicy, NewGame as NewGameBody, OptionSpec, UndoPolicy } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { goodAgent } from "../table/goodAgent";
import { invites } from "../table/invites";
import { keep } from "../table/keys";
import { ownName } from "../table/naming";
import { type SeatDraft, SeatsEditor, sortTokens, wishesOf } from "../table/SeatsEditor";
import { Button } from "../ui/Button";
import { offeredCharacters } from "../ui/characters";
import { ProblemText } from "../ui/ProblemText";
import { Said } from "../ui/Said";
import { usePageTitle } from "../ui/usePageTitle";
import { byWeight, forFriends } from "./GameTiles";
import { HintAgentField } from "./HintAgentField";
import { OptionField } from "./OptionField";
import { Preparing } from "./Preparing";
import styles from "./pages.module.css";

export function NewGame() {
  const { t, title } = useLocale();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const {
    data: specs,
    error,
    isPending,
  } = useQuery({
    queryKey: ["specs"],
    queryFn: api.specs,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(t("ui.lobby.new"));
  const friends = search.get("friends") !== null;
  const spec = specs?.find((one) => one.name === search.get("game")) ?? byWeight(specs ?? [])[0];
  return (
    <div className={styles.page}>
      <h1>{t("ui.lobby.new")}</h1>
      <ProblemText error={error} />
      {specs && spec ? (
        <>
          <fieldset>
            <legend className="visually-hidden">{t("ui.new.game")}</legend>
            <div className={styles.choices}>
              {(friends ? forFriends(specs) : byWeight(specs)).map((one) => (
                <label key={one.name} className={styles.choice}>
                  <input
                    type="radio"
                    name="game"
                    checked={one.name === spec.name}
                    onChange={() => navigate(`/new?game=${one.name}${friends ? "&friends=1" : ""}`, { replace: true })}
                  />
                  <bdi>{title(one.name)}</bdi>
                </label>
              ))}
            </div>
          </fieldset>
          <Form key={spec.name} spec={spec} against={search.get("against")} friends={friends} />
        </>
      ) : null}
      {isPending ? <p>{t("ui.loading")}</p> : null}
    </div>
  );
}

/** Rules that people know, before all others. */
const HOUSE_RULES: Readonly<Record<string, readonly string[]>> = {
  monopoly: [
    ...["free_parking_pot", "double_salary_on_go", "first_lap", "snake_eyes_bonus"],
    ...["auctions", "rent_in_jail", "start_cash", "time_limit_rounds"],
  ],
};

/** The other rules by what they are about; what is in no group comes last. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  monopoly: {
    start: /^(start|dealt_)/,
    squares: /^(salary|income_tax|luxury_tax)/,
    cards: /^(deck|cards|card_)/,
    auctions: /^(raise_to_buy|auction_|bid_limit|first_bidder)/,
    trades: /^(offers_|trade_|transfer_|interest_|rounding|completable_|insolvent_)/,
    building: /^(build|houses|hotel|unlimited_|contest_|manage_|window_|one_operation|free_lifting)/,
    jail: /^(jail_|pay_on_|paid_doubles)/,
    rent: /^(mortgaged_group|utility_|rent_)/,
    bankruptcy: /^(bankruptcy|failed_|several_|unpaid_|estate_|split_|duel_|clear_|one_attempt)/,
    end: /^(mortgaged_worth|end_|max_)/,
  },
};

/** Options with what is typed or chosen before what is ticked, so that rows are of one height. */
function fieldsFirst(options: readonly OptionSpec[]): OptionSpec[] {
  return options.toSorted((one, other) => Number(one.type === "bool") - Number(other.type === "bool"));
}

/** Options in their groups, in the order of the groups. */
function grouped(game: string, options: readonly OptionSpec[]): [string, OptionSpec[]][] {
  const groups = Object.entries(GROUPS[game] ?? {});
  const groupOf = ({ key }: OptionSpec) => groups.find(([, belongs]) => belongs.test(key))?.[0] ?? "other";
  return [...groups.map(([name]) => name), "other"]
    .map((name): [string, OptionSpec[]] => [name, fieldsFirst(options.filter((option) => groupOf(option) === name))])
    .filter(([, found]) => found.length > 0);
}

/** Seats where friends are expected. */
const FRIENDS = 4;

/** What is filled in: my seat, and for the others who is wished for, or characters of middle strength. */
function firstSeats(spec: GameSpec, count: number, against: string | null): SeatDraft[] {
  const known = offeredCharacters(spec.name, count, spec.agents);
  const agentOf = (n: number) =>
    (against === null ? known[(n + known.length - 1) % known.length]?.spec : undefined) ??
    goodAgent(spec.agents, against);
  return Array.from({ length: count }, (_, n) => ({ who: n === 0 ? "here" : "agent", name: "", agent: agentOf(n) }));
}

interface FormProps {
  spec: GameSpec;
  /** The agent that is proposed for the other seats. */
  against: string | null;
  /** People are proposed for them. */
  friends: boolean;
}

function Form({ spec, against, friends }: FormProps) {
  const { t, has, number } = useLocale();
  const [, navigate] = useLocation();
  const id = useId();
  const [seats, setSeats] = useState(() =>
    friends
      ? firstSeats(spec, Math.min(FRIENDS, spec.max_players), against).map((seat, n) =>
          n === 0 ? { ...seat, name: ownName.get() } : { ...seat, who: "link" as const },
        )
      : firstSeats(spec, spec.default_players, against),
  );
  const [preset, setPreset] = useState(spec.default_preset);
  const [options, setOptions] = useState<Record<string, unknown>>({});
  const [hints, setHints] = useState<HintsPolicy>("request");
  const [hintAgent, setHintAgent] = useState(spec.hint_agents[0]?.name ?? "");
  const [undo, setUndo] = useState<UndoPolicy>("barrier");
  const [open, setOpen] = useState(true);
  const [seed, setSeed] = useState("");
  const people = seats.filter((seat) => seat.who !== "agent").length;

  const create = useMutation({
    mutationFn: (body: NewGameBody) => api.create(body),
    onSuccess: (created) => {
      const { here, links } = sortTokens(seats, created.tokens);
      keep(created.id, here);
      invites.add(created.id, links);
      navigate(`/g/${created.id}`);
    },
  });
  const start = () => {
    const host = seats.find(({ who }) => who === "here")?.name.trim();
    if (host) ownName.set(host);
    create.mutate({
      game: spec.name,
      preset,
      options,
      seats: wishesOf(seats, (n) => t("ui.new.player", { n: n + 1 })),
      hints,
      hint_agent: hints === "off" ? null : hintAgent.trim() || null,
      undo: people > 1 ? "barrier" : undo,
      public: open,
      ...(/^\d+$/.test(seed) ? { seed: Number(seed) } : {}),
    });
  };
  const resize = (count: number) => {
    if (count < seats.length) setSeats(seats.slice(0, count));
    else setSeats([...seats, ...firstSeats(spec, count, against).slice(seats.length)]);
  };

  const isHouse = ({ key }: OptionSpec) => HOUSE_RULES[spec.name]?.includes(key) ?? false;
  const house = fieldsFirst(spec.options.filter(isHouse));
  const others = spec.options.filter((option) => !isHouse(option));
  const changed = others.filter(({ key }) => key in options).length;
  const field = (option: OptionSpec) => (
    <OptionField
      key={option.key}
      option={option}
      game={spec.name}
      preset={spec.presets[preset]?.[option.key]}
      value={options[option.key]}
      onChange={(value) => {
        const { [option.key]: _, ...rest } = options;
        setOptions(value === undefined ? rest : { ...rest, [option.key]: value });
      }}
    />
  );

  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <p className={styles.soft}>
        <Said m={spec.about} />
      </p>
      <section className={styles.card} aria-labelledby={`${id}-seats`}>
        <div className={`${styles.row} ${styles.between}`}>
          <h2 id={`${id}-seats`}>{t("ui.new.seats")}</h2>
          {spec.min_players < spec.max_players ? (
            <span className={styles.row}>
              <Button
                small
                aria-label={t("ui.new.fewer")}
                disabled={seats.length <= spec.min_players}
                onClick={() => resize(seats.length - 1)}
              >
                −
              </Button>
              <output>{t("ui.lobby.players", { count: seats.length })}</output>
              <Button
                small
                aria-label={t("ui.new.more")}
                disabled={seats.length >= spec.max_players}
                onClick={() => resize(seats.length + 1)}
              >
                +
              </Button>
            </span>
          ) : null}
        </div>
        <SeatsEditor game={spec.name} seats={seats} agents={spec.agents} asksNames={friends} onChange={setSeats} />
        <Preparing
          game={spec.name}
          players={seats.length}
          agents={seats.flatMap(({ who, agent }) => (who === "agent" ? [agent] : []))}
          hinter={spec.hint_agents[0]?.name}
        />
        <div className={styles.row}>
          <Button
            small
            look="quiet"
            onClick={() => setSeats(seats.map((seat) => ({ ...seat, who: "agent" as const })))}
          >
            {t("ui.new.only_agents")}
          </Button>
        </div>
      </section>
      <section className={styles.card} aria-labelledby={`${id}-table`}>
        <h2 id={`${id}-table`}>{t("ui.new.table")}</h2>
        <div className={styles.options}>
          <div className={styles.field}>
            <label htmlFor={`${id}-hints`}>{t("ui.new.hints")}</label>
            <select id={`${id}-hints`} value={hints} onChange={({ target }) => setHints(target.value as HintsPolicy)}>
              {(["off", "request", "always"] as const).map((one) => (
                <option key={one} value={one}>
                  {t(`ui.new.hints_${one}`)}
                </option>
              ))}
            </select>
            {hints === "off" ? null : (
              <small className={styles.soft}>
                {t("ui.new.hints_help")}
                <HintAgentField agents={spec.hint_agents} value={hintAgent} onChange={setHintAgent} />
              </small>
            )}
          </div>
          {people <= 1 ? (
            <label className={styles.field}>
              <span>{t("ui.new.undo")}</span>
              <select value={undo} onChange={({ target }) => setUndo(target.value as UndoPolicy)}>
                {(["barrier", "free"] as const).map((one) => (
                  <option key={one} value={one}>
                    {t(`ui.new.undo_${one}`)}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <label className={styles.field}>
            <span>{t("ui.new.seed")}</span>
            <input
              type="text"
              inputMode="numeric"
              pattern="[0-9]{0,15}"
              value={seed}
              placeholder={t("ui.new.seed_random")}
              onChange={({ target }) => setSeed(target.value)}
            />
          </label>
          <label className={styles.check}>
            <input type="checkbox" checked={open} onChange={({ target }) => setOpen(target.checked)} />
            <span>{t("ui.new.public")}</span>
          </label>
        </div>
      </section>
      <section className={styles.card} aria-labelledby={`${id}-rules`}>
        <h2 id={`${id}-rules`}>{t("ui.new.rules")}</h2>
        {Object.keys(spec.presets).length > 1 ? (
          <label className={`${styles.field} ${styles.alone}`}>
            <span>{t("ui.new.preset")}</span>
            <select
              value={preset}
              onChange={({ target }) => {
                setPreset(target.value);
                setOptions({});
              }}
            >
              {Object.keys(spec.presets).map((one) => (
                <option key={one} value={one}>
                  {has(`${spec.name}.preset.${one}`) ? t(`${spec.name}.preset.${one}`) : one}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {house.length > 0 ? <div className={styles.options}>{house.map(field)}</div> : null}
        {others.length > 0 ? (
          <details>
            <summary>
              {t(house.length > 0 ? "ui.new.other_options" : "ui.new.options", { count: others.length })}
              {changed > 0 ? ` · ${t("ui.new.changed", { n: number(changed) })}` : ""}
            </summary>
            {grouped(spec.name, others).map(([group, found], _, all) => (
              <section key={group} aria-labelledby={`${id}-${group}`} className={styles.group}>
                {all.length > 1 ? <h3 id={`${id}-${group}`}>{t(`ui.new.group_${group}`)}</h3> : null}
                <div className={styles.options}>{found.map(field)}</div>
              </section>
            ))}
          </details>
        ) : null}
        {spec.options.length === 0 ? <p className={styles.soft}>{t("ui.new.no_options")}</p> : null}
      </section>
      <ProblemText error={create.error} />
      <div className={styles.row}>
        <Button type="submit" look="primary" disabled={create.isPending}>
          {t(people === 0 ? "ui.new.watch" : "ui.new.start")}
        </Button>
        <span role="status" className={`${styles.soft} ${styles.small}`}>
          {create.isPending ? t("ui.new.preparing") : t("ui.new.dice")}
        </span>
      </div>
    </form>
  );
}
