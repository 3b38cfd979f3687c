import { useEffect } from "react";

/** The title of the browser's tab; a dot in front of it while the reader is asked something. */
export function usePageTitle(title: string, asked = false): void {
  useEffect(() => {
    document.title = `${asked ? "● " : ""}${title} · magnate`;
  }, [title, asked]);
}
