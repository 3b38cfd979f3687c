/** The tree of a search of the position that is looked at: what it tried, how often, and what that brought. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Eyes } from "../api/eyes";
import { reviews, type SearchNode, type SearchTree as Tree } from "../api/review";
import type { Seat } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Num } from "../ui/Num";
import { PlayerMark } from "../ui/PlayerMark";
import { ProblemText } from "../ui/ProblemText";
import { English } from "../ui/Said";
import styles from "./Review.module.css";

interface SearchTreeProps {
  id: string;
  eyes: Eyes | undefined;
  at: number;
  seats: readonly Seat[];
}

export function SearchTree({ id, eyes, at, seats }: SearchTreeProps) {
  const { t } = useLocale();
  const { data, error, isFetching } = useQuery({
    queryKey: ["tree", id, at, eyes ?? null],
    queryFn: () => reviews.tree(id, at, eyes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles.list}>
      {isFetching ? <p role="status">{t("ui.review.searching")}</p> : null}
      <ProblemText error={error} />
      {data && data.nodes.length <= 1 ? <p className={styles.soft}>{t("ui.review.no_tree")}</p> : null}
      {data && data.nodes.length > 1 ? <Grown tree={data} seats={seats} /> : null}
    </div>
  );
}

type Children = ReadonlyMap<number, number[]>;

function Grown({ tree, seats }: { tree: Tree; seats: readonly Seat[] }) {
  const { t } = useLocale();
  const below = useMemo(() => childrenOf(tree.nodes), [tree]);
  const [root] = tree.nodes;
  return (
    <>
      <p className={styles.soft}>
        {t("ui.review.tree_about", { visits: root?.visits ?? 0, shown: tree.nodes.length, whole: tree.whole })}{" "}
        <bdi lang="en">{tree.agent}</bdi>
      </p>
      <Branch at={0} tree={tree} below={below} seats={seats} />
    </>
  );
}

/** The children of each node: what was tried most comes first, of chance what is likeliest. */
export function childrenOf(nodes: readonly SearchNode[]): Children {
  const found = new Map<number, number[]>();
  for (const [at, { parent }] of nodes.entries())
    if (parent >= 0) found.set(parent, [...(found.get(parent) ?? []), at]);
  const weight = (at: number) => nodes[at]?.probability ?? nodes[at]?.visits ?? 0;
  for (const at of found.values()) at.sort((one, other) => weight(other) - weight(one));
  return found;
}

interface BranchProps {
  at: number;
  tree: Tree;
  below: Children;
  seats: readonly Seat[];
}

function Branch({ at, tree, below, seats }: BranchProps) {
  return (
    <ul className={styles.branch}>
      {(below.get(at) ?? []).map((child) => {
        const node = tree.nodes[child];
        if (!node) return null;
        const row = <Row node={node} tree={tree} seats={seats} />;
        return (
          <li key={child} data-best={node.best || undefined}>
            {below.has(child) ? (
              <details open={node.best && node.parent === 0}>
                <summary>{row}</summary>
                <Branch at={child} tree={tree} below={below} seats={seats} />
              </details>
            ) : (
              <div className={styles.leaf}>{row}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A node: who did what, how often the search went there, and what the seat that searched got on the average. */
function Row({ node, tree, seats }: { node: SearchNode; tree: Tree; seats: readonly Seat[] }): ReactNode {
  const { t, brief } = useLocale();
  const value = tree.seat === null ? null : node.value[tree.seat];
  const all = Math.max(1, tree.nodes[0]?.visits ?? 1);
  return (
    <>
      {node.by === null ? (
        <span className={styles.soft}>{t("ui.review.chance")}</span>
      ) : (
        <PlayerMark seat={node.by} name={seats[node.by]?.name} label={seats[node.by]?.name} />
      )}{" "}
      {node.m.length > 0 ? node.m.map(brief).join(" · ") : <English>{node.text || node.name}</English>}{" "}
      {node.probability === null ? null : (
        <small>
          <Num value={node.probability} percent digits={1} />{" "}
        </small>
      )}
      <small className={styles.soft}>
        <span className={styles.bar} style={{ inlineSize: `${(4 * node.visits) / all}rem` }} aria-hidden="true" />{" "}
        {t("ui.review.tree_visits", { count: node.visits })}
        {value == null ? null : (
          <>
            {" · "}
            {t("ui.review.tree_value")} {node.bound === "~" ? "≈" : ""}
            <Num value={value} digits={3} />
          </>
        )}
      </small>
    </>
  );
}
