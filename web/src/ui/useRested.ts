/** What is asked of the server only when it has stopped changing: words being typed, a slider being drawn. */
import { useEffect, useState } from "react";

/** Time without a change after which the server is asked, in milliseconds. */
const PAUSE = 150;

/** What a value has been for a while. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
