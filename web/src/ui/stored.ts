/** Values that stay in this browser, and tell React when they change, in this tab or in another one. */
import { useSyncExternalStore } from "react";

export interface Stored<T> {
  get(): T;
  set(value: T): void;
  use(): T;
}

/** A value under a key of local storage; `read` makes one of whatever is found there. */
export function stored<T>(key: string, read: (found: unknown) => T): Stored<T> {
  const listeners = new Set<() => void>();
  let value = read(load(key));
  const tell = () => {
    for (const listener of listeners) listener();
  };
  globalThis.addEventListener?.("storage", (event) => {
    if (event.key !== key) return;
    value = read(load(key));
    tell();
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
      save(key, next);
      tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden: the value then lasts as long as the page. */
function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is lost that could be kept
  }
}
