/** Values that stay in this browser, and tell React when they change, in this tab or in another one. */
import { useSyncExternalStore } from "react";

export interface Stored<T> {
  get(): T;
  set(value: T): void;
  use(): T;
}

interface Kept<T> {
  /** Kept as long as the tab is open, reloaded or not, instead of for good. */
  session?: boolean;
  /** What is kept, where JSON could not tell the value. */
  write?(value: T): unknown;
}

/** A value under a key of the browser's storage; `read` makes one of whatever is found there. */
export function stored<T>(key: string, read: (found: unknown) => T, { session, write }: Kept<T> = {}): Stored<T> {
  const listeners = new Set<() => void>();
  const storage = () => (session ? sessionStorage : localStorage); // whose very name may be forbidden
  let value = read(load(storage, key));
  const notify = () => {
    for (const listener of listeners) listener();
  };
  globalThis.addEventListener?.("storage", (event) => {
    if (event.key !== key || session) return;
    value = read(load(storage, key));
    notify();
  });
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next) {
      value = next;
      save(storage, key, write ? write(next) : next);
      notify();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

function load(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden: the value then lasts as long as the page. */
function save(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // nothing is lost that could be kept
  }
}
