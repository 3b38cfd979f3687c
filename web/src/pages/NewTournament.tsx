/** A tournament to be started: which game, who plays, and how many games. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../api/client";
import type { GameSpec } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { characterName, offeredCharacters } from "../ui/characters";
import { ProblemText } from "../ui/ProblemText";
import { byWeight } from "./GameTiles";
import styles from "./pages.module.css";

/** The most agents that the server lets take part, and the numbers of games of each set that are offered. */
const MOST = 12;
const SIZES = [100, 1000, 10_000];

/** The form, folded away unless it is to be `open`. */
export function NewTournament({ open }: { open: boolean }) {
  const specs = useQuery({ queryKey: ["specs"], queryFn: api.specs, staleTime: Number.POSITIVE_INFINITY });
  const { t } = useLocale();
  const games = byWeight(specs.data ?? []);
  const [name, setName] = useState("");
  const spec = games.find((one) => one.name === name) ?? games[0];
  return (
    <details className={`${styles.card} ${styles.agents}`} open={open}>
      <summary>
        <h2>{t("ui.tournaments.new")}</h2>
      </summary>
      <ProblemText error={specs.error} />
      {spec ? <Form key={spec.name} spec={spec} games={games} onGame={setName} /> : null}
    </details>
  );
}

interface FormProps {
  spec: GameSpec;
  games: readonly GameSpec[];
  onGame(name: string): void;
}

function Form({ spec, games, onGame }: FormProps) {
  const { t, title, number } = useLocale();
  const [, navigate] = useLocation();
  const [players, setPlayers] = useState(spec.min_players);
  const [agents, setAgents] = useState<readonly string[]>(() => example(spec));
  const [size, setSize] = useState(SIZES[0] ?? 1);
  const start = useMutation({
    mutationFn: () => api.startTournament({ game: spec.name, players, agents: [...agents], games: size }),
    onSuccess: ({ id }) => navigate(`/tournaments/${id}`),
  });
  const counts = Array.from({ length: spec.max_players - spec.min_players + 1 }, (_, n) => spec.min_players + n);
  const isFull = agents.length >= MOST;
  const toggle = (agent: string, wanted: boolean) =>
    setAgents(wanted ? [...agents, agent] : agents.filter((one) => one !== agent));
  const characters = spec.agents.filter(({ name }) => characterName(name));
  const known = characters.length > 0 ? characters : spec.agents;
  const rest = spec.agents.filter((agent) => !known.includes(agent));
  const choice = ({ name }: { name: string }) => (
    <label key={name} className={styles.choice}>
      <input
        type="checkbox"
        checked={agents.includes(name)}
        disabled={isFull && !agents.includes(name)}
        onChange={({ target }) => toggle(name, target.checked)}
      />
      <bdi lang="en" title={name}>
        {characterName(name) ?? name}
      </bdi>
    </label>
  );
  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <div className={styles.row}>
        <label className={styles.field}>
          {t("ui.tournaments.game")}
          <select value={spec.name} onChange={({ target }) => onGame(target.value)}>
            {games.map(({ name }) => (
              <option key={name} value={name}>
                {title(name)}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          {t("ui.tournaments.players")}
          <select value={players} onChange={({ target }) => setPlayers(Number(target.value))}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {number(count)}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          {t("ui.tournaments.size")}
          <select value={size} onChange={({ target }) => setSize(Number(target.value))}>
            {SIZES.map((count) => (
              <option key={count} value={count}>
                {number(count)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <fieldset>
        <legend>{t("ui.tournaments.who", { count: players })}</legend>
        <div className={styles.choices}>{known.map(choice)}</div>
        {rest.length > 0 ? (
          <details open={known.length === 0}>
            <summary>{t("ui.new.agents")}</summary>
            <div className={styles.choices}>{rest.map(choice)}</div>
          </details>
        ) : null}
      </fieldset>
      <p className={styles.soft}>{t("ui.tournaments.about")}</p>
      <ProblemText error={start.error} />
      <p>
        <Button type="submit" look="primary" disabled={agents.length < players || start.isPending}>
          {t("ui.tournaments.start")}
        </Button>
      </p>
    </form>
  );
}

/** Who takes part at first: characters of middle strength, as many as the smallest table has seats. */
function example({ name, min_players, agents }: GameSpec): string[] {
  const known = offeredCharacters(name, min_players, agents).filter(({ spec }) =>
    agents.some((one) => one.name === spec),
  );
  return known.slice(0, min_players).map(({ spec }) => spec);
}
