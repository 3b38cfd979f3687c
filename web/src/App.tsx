/** The page as a whole: the reader's language and settings, the addresses, and what is loaded when. */
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { Route, Switch } from "wouter";
import { Problem } from "./api/client";
import { loadCatalogue } from "./i18n/catalogue";
import { LocaleProvider } from "./i18n/Locale";
import { direction } from "./i18n/messages";
import { Lobby } from "./pages/Lobby";
import { NotFound } from "./pages/NotFound";
import { Shell } from "./pages/Shell";
import { applyToDocument, settings } from "./ui/settings";

const NewGame = lazy(async () => ({ default: (await import("./pages/NewGame")).NewGame }));
const TablePage = lazy(async () => ({ default: (await import("./pages/TablePage")).TablePage }));
const ReviewPage = lazy(async () => ({ default: (await import("./review/ReviewPage")).ReviewPage }));
const PositionPage = lazy(async () => ({ default: (await import("./position/PositionPage")).PositionPage }));
const PuzzlesPage = lazy(async () => ({ default: (await import("./puzzles/PuzzlesPage")).PuzzlesPage }));
const RulesPage = lazy(async () => ({ default: (await import("./rules/RulesPage")).RulesPage }));
const Archive = lazy(async () => ({ default: (await import("./pages/Archive")).Archive }));
const Agents = lazy(async () => ({ default: (await import("./pages/Agents")).Agents }));
const Tournaments = lazy(async () => ({ default: (await import("./pages/Tournaments")).Tournaments }));
const Tournament = lazy(async () => ({ default: (await import("./pages/Tournament")).Tournament }));
const Settings = lazy(async () => ({ default: (await import("./pages/Settings")).Settings }));
const About = lazy(async () => ({ default: (await import("./pages/About")).About }));

/** What the server refused stays refused; only a lost connection is worth another try. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && error instanceof Problem && error.code === "offline",
      refetchOnWindowFocus: false,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Localised />
    </QueryClientProvider>
  );
}

function useCatalogue(language: "en" | "ro" | "fa") {
  return useQuery({
    queryKey: ["catalogue", language],
    queryFn: () => loadCatalogue(language),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
    placeholderData: (before) => before,
  });
}

function Localised() {
  const prefs = settings.use();
  const { data: words, isPlaceholderData } = useCatalogue(prefs.language);
  const { data: english } = useCatalogue("en");
  useEffect(() => {
    if (!isPlaceholderData) applyToDocument(prefs, direction(prefs.language));
  }, [prefs, isPlaceholderData]);
  if (!words || !english || isPlaceholderData) return null;
  return (
    <LocaleProvider language={prefs.language} words={words} english={english} latinDigits={prefs.latinDigits}>
      <Shell>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/" component={Lobby} />
            <Route path="/new" component={NewGame} />
            <Route path="/g/:id/review">{({ id }) => <ReviewPage key={id} id={id} />}</Route>
            <Route path="/g/:id">{({ id }) => <TablePage key={id} id={id} />}</Route>
            <Route path="/position/:game">{({ game }) => <PositionPage key={game} game={game} />}</Route>
            <Route path="/puzzles" component={PuzzlesPage} />
            <Route path="/rules/:game">{({ game }) => <RulesPage game={game} />}</Route>
            <Route path="/games" component={Archive} />
            <Route path="/agents" component={Agents} />
            <Route path="/tournaments" component={Tournaments} />
            <Route path="/tournaments/:id">{({ id }) => <Tournament key={id} id={id} />}</Route>
            <Route path="/settings" component={Settings} />
            <Route path="/about" component={About} />
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Shell>
    </LocaleProvider>
  );
}
