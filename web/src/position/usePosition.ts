/** The position that is being edited: by the form or as text, each of which the server turns into the other. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { reviews } from "../api/review";
import type { View } from "../api/types";
import { useRested } from "../ui/useRested";
import type { Described, Fault, Fields } from "./fields";

export interface Position {
  fields: Fields;
  /** The position from which the rules ask somebody, where the fields say one that is possible. */
  reached: Fields | null;
  /** The last position that was possible. */
  view: View;
  text: string;
  faults: readonly Fault[];
  /** Why the text cannot be read. */
  error: Error | null;
  /** Whether the server has not yet said anything of the last change. */
  checking: boolean;
  isChanged: boolean;
  change(edit: (fields: Fields) => Fields): void;
  write(text: string): void;
  reset(): void;
  /** The position as it is sent. */
  sent: string;
}

interface Edited {
  fields: Fields;
  /** What was typed, if the text was changed last. */
  typed: string | null;
}

/** `start` is a position that is possible. */
export function usePosition(start: Described & { fields: Fields; view: View }): Position {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [view, setView] = useState(start.view);
  const fields = edited?.fields ?? start.fields;
  const sent = edited === null ? start.text : (edited.typed ?? JSON.stringify(edited.fields));
  const rested = useRested(sent);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["described", rested],
    queryFn: () => reviews.describe(rested),
    enabled: rested !== start.text,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = rested === start.text ? start : data;
  const isKnown = rested === sent && !isPlaceholderData && found !== undefined;
  useEffect(() => {
    if (!isKnown || !found.view || !found.fields) return;
    setView(found.view);
    const given = found.fields;
    setEdited((was) => (was === null || was.typed === null ? was : { ...was, fields: given }));
  }, [isKnown, found]);
  return {
    ...{ fields, view, sent },
    reached: isKnown ? found.fields : null,
    text: edited === null ? start.text : (edited.typed ?? found?.text ?? start.text),
    faults: edited === null ? [] : (found?.faults ?? []),
    error: rested === sent ? error : null,
    checking: rested !== sent || isFetching,
    isChanged: edited !== null,
    change: (edit) => setEdited((was) => ({ fields: edit(was?.fields ?? start.fields), typed: null })),
    write: (typed) => setEdited((was) => ({ fields: was?.fields ?? start.fields, typed })),
    reset: () => {
      setEdited(null);
      setView(start.view);
    },
  };
}
