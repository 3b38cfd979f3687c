/**
 * That page and server mean the same: a type error here says where `types.ts` differs from the server's own types.
 *
 * `schema.d.ts` is made from the server's OpenAPI document by `make web`; nothing else uses it.
 */
import type { Described } from "../position/fields";
import type { Puzzle, PuzzleRow } from "./puzzles";
import type * as Back from "./review";
import type { components } from "./schema";
import type * as Page from "./types";

type Server = components["schemas"];

/** What is given must be acceptable where it is wanted. */
type Agrees<Given extends Wanted, Wanted> = [Given, Wanted];

export type FromServer = [
  Agrees<Server["ServerMessage"], Page.ServerMsg>,
  Agrees<Server["AgentEntry"], Page.AgentRow>,
  Agrees<Server["BoardAnswer"], { board: Page.DeclaredBoard | null }>,
  Agrees<Server["Created"], Page.Created>,
  Agrees<Server["Prepared"], Page.Prepared>,
  Agrees<Server["GameEntry"], Page.GameRow>,
  Agrees<Server["Health"], Page.Health>,
  Agrees<Server["PreviewAnswer"], Page.Preview>,
  Agrees<Server["Spec"], Page.GameSpec>,
  Agrees<Server["StepsAnswer"], Page.Steps>,
  Agrees<Server["TableAnswer"], Page.GamePage>,
  Agrees<Server["TournamentAnswer"], Page.TournamentPage>,
  Agrees<Server["TournamentEntry"], Page.TournamentRow>,
  Agrees<Server["Turn"], Page.Turn>,
  Agrees<Server["Verification"], Page.Verification>,
  Agrees<Server["Reply"], Page.Reply>,
  Agrees<Server["RematchAnswer"], Page.NextTable>,
  Agrees<Server["ReviewAnswer"], Back.Review>,
  Agrees<Server["OddsAnswer"], Back.Odds>,
  Agrees<Omit<Server["PositionAnswer"], "fields">, Omit<Described, "fields">>,
  Agrees<Server["LinesAnswer"], Back.Lines>,
  Agrees<Server["TradeAnswer"], Back.TradeWorth>,
  Agrees<Server["TradesAnswer"], { offers: Back.TradeOffer[] }>,
  Agrees<Server["TreeAnswer"], Back.SearchTree>,
  Agrees<Server["PuzzlesAnswer"], { puzzles: PuzzleRow[] }>,
  Agrees<Server["PuzzleAnswer"], Puzzle>,
];

export type ToServer = [
  Agrees<Page.ClientMsg, Server["ClientMessage"]>,
  Agrees<Page.NewGame, Server["NewTable"]>,
  Agrees<Page.NewFork, Server["Fork"]>,
  Agrees<Page.HeldTable, Server["Held"]>,
  Agrees<Page.NewTournament, Server["NewTournament"]>,
];
