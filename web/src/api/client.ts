/** The server's HTTP interface, a function a request. Every failure is a `Problem`. */
import type { Catalogue } from "../i18n/messages";
import { type Eyes, tokenOf, watchesOnly } from "./eyes";
import type {
  AgentRow,
  Created,
  DeclaredBoard,
  GamePage,
  GameRow,
  GameSpec,
  Health,
  HeldTable,
  Line,
  Message,
  NewFork,
  NewGame,
  NewTournament,
  NextTable,
  Prepared,
  Preview,
  Ref,
  Reply,
  Steps,
  TournamentPage,
  TournamentRow,
  Turn,
  Verification,
} from "./types";

/**
 * What the server refused, and what would be right, in English. `code` is "offline" where it could not be reached;
 * `localized` is the message in any language, where it says no more than that.
 */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
    readonly status: number,
    readonly localized: Message | null = null,
  ) {
    super(message);
  }
}

interface ProblemBody {
  error: { code: string; message: string; hint: string; m?: Message | null };
}

interface Asking {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  eyes?: Eyes | undefined;
  /** Milliseconds after which the server counts as not reached. */
  patience?: number;
}

export async function ask<T>(path: string, asking: Asking = {}): Promise<T> {
  const response = await answer(path, asking);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

export async function answer(path: string, { method = "GET", body, eyes, patience }: Asking): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (eyes) {
    headers["x-seat-token"] = tokenOf(eyes);
    if (watchesOnly(eyes)) headers["x-watch-only"] = "true";
  }
  let response: Response;
  try {
    const signal = patience === undefined ? null : AbortSignal.timeout(patience);
    const sent = body === undefined ? null : JSON.stringify(body);
    response = await fetch(`/api${path}`, { method, headers, body: sent, signal });
  } catch {
    throw new Problem("offline", "", "", 0);
  }
  if (!response.ok) throw await problem(response);
  return response;
}

async function problem(response: Response): Promise<Problem> {
  try {
    const { error } = (await response.json()) as ProblemBody;
    return new Problem(error.code, error.message, error.hint, response.status, error.m);
  } catch {
    return new Problem("unknown", response.statusText, "", response.status);
  }
}

export const gamePath = (id: string) => `/games/${encodeURIComponent(id)}`;

export const api = {
  health: () => ask<Health>("/health"),
  /** The words that packages bring, and the names of the server's skin, both by their domains; nobody waits long. */
  words: (language: string) => ask<Record<"domains" | "names", Catalogue>>(`/words/${language}`, { patience: 4000 }),
  /** The board of a game that a package brings. */
  board: (name: string) =>
    ask<{ board: DeclaredBoard | null }>(`/boards/${encodeURIComponent(name)}`).then((answer) => answer.board),
  specs: () => ask<{ games: GameSpec[] }>("/specs").then((answer) => answer.games),
  agents: (name?: string) =>
    ask<{ agents: AgentRow[] }>(name ? `/agents?game=${encodeURIComponent(name)}` : "/agents").then(
      (answer) => answer.agents,
    ),

  games: (filter: { status?: string; limit?: number; before?: string } = {}) => {
    const query = new URLSearchParams(Object.entries(filter).map(([key, value]) => [key, String(value)]));
    return ask<{ games: GameRow[] }>(`/games?${query}`).then((answer) => answer.games);
  },
  /** Those of these tables that are opened by one of their tokens. */
  held: (tables: readonly HeldTable[]) =>
    ask<{ games: GameRow[] }>("/held", { method: "POST", body: { tables } }).then((found) => found.games),
  /** Have made ready what a table takes; asked again, how far that has come. */
  prepare: (game: string, players: number, agents: readonly string[]) =>
    ask<Prepared>("/prepare", { method: "POST", body: { game, players, agents } }),
  create: (body: NewGame) => ask<Created>("/games", { method: "POST", body }),
  game: (id: string, eyes?: Eyes) => ask<GamePage>(gamePath(id), { eyes }),
  remove: (id: string) => ask<unknown>(gamePath(id), { method: "DELETE", body: {} }),
  steps: (id: string, from: number, limit: number, eyes?: Eyes) =>
    ask<Steps>(`${gamePath(id)}/steps?from=${from}&limit=${limit}`, { eyes }),
  turns: (id: string, eyes?: Eyes) =>
    ask<{ turns: Turn[] }>(`${gamePath(id)}/turns`, { eyes }).then((answer) => answer.turns),
  log: (id: string, eyes?: Eyes) =>
    ask<{ lines: Line[] }>(`${gamePath(id)}/log`, { eyes }).then((answer) => answer.lines),
  why: (id: string, body: { refs: Ref[]; kind?: string; after?: readonly string[] }, eyes?: Eyes) =>
    ask<{ reasons: Message[] }>(`${gamePath(id)}/why`, { method: "POST", body, eyes }).then((answer) => answer.reasons),
  preview: (id: string, actions: string[], eyes?: Eyes) =>
    ask<Preview>(`${gamePath(id)}/preview`, { method: "POST", body: { actions }, eyes }),
  suggest: (id: string, eyes?: Eyes) =>
    ask<{ actions: string[] }>(`${gamePath(id)}/suggest`, { method: "POST", body: {}, eyes }).then(
      (answer) => answer.actions,
    ),
  reply: (id: string, actions: string[], eyes?: Eyes) =>
    ask<Reply>(`${gamePath(id)}/reply`, { method: "POST", body: { actions }, eyes }),
  rematch: (id: string, eyes?: Eyes) => ask<NextTable>(`${gamePath(id)}/rematch`, { eyes }),
  /** Tell those who sat here of the next table, with the token of each one's seat there. */
  offerRematch: (id: string, body: { id: string; tokens: Record<string, string> }, eyes?: Eyes) =>
    ask<NextTable>(`${gamePath(id)}/rematch`, { method: "POST", body, eyes }),
  fork: (id: string, body: NewFork, eyes?: Eyes) =>
    ask<Created>(`${gamePath(id)}/fork`, { method: "POST", body, eyes }),
  /** The record as the server writes it: a file. */
  record: (id: string, eyes?: Eyes) => answer(`${gamePath(id)}/record`, { eyes }).then((file) => file.blob()),
  importRecord: (record: unknown) => ask<Created>("/import", { method: "POST", body: { record } }),
  verify: (id: string, eyes?: Eyes) => ask<Verification>(`${gamePath(id)}/verify`, { eyes }),
  reissue: (id: string, seat: number) =>
    ask<{ token: string }>(`${gamePath(id)}/seats/${seat}/reissue`, { method: "POST", body: {} }).then(
      (answer) => answer.token,
    ),

  /** Begin a tournament, which the server plays; for its owner alone, as what follows. */
  startTournament: (body: NewTournament) => ask<{ id: string }>("/tournaments", { method: "POST", body }),
  steerTournament: (id: string, what: "stop" | "go_on") =>
    ask<{ id: string }>(`/tournaments/${encodeURIComponent(id)}/${what}`, { method: "POST", body: {} }),
  /** A game of a tournament as a table that can be looked through. */
  tournamentGame: (id: string, number: number) =>
    ask<Created>(`/tournaments/${encodeURIComponent(id)}/game`, { method: "POST", body: { number } }),
  tournaments: () => ask<{ tournaments: TournamentRow[] }>("/tournaments").then((answer) => answer.tournaments),
  tournament: (id: string) => ask<TournamentPage>(`/tournaments/${encodeURIComponent(id)}`),
};

/** The address of the socket of a table. */
export function socketUrl(id: string): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/api${gamePath(id)}/ws`;
}

export function reportUrl(id: string): string {
  return `/api/tournaments/${encodeURIComponent(id)}/report`;
}
