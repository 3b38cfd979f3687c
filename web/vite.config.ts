import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The built page is a part of the Python package, which serves it; the messages of all languages come from there. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/magnate/server/static",
    emptyOutDir: true,
    target: "es2023",
    sourcemap: false,
    license: { fileName: "assets/licences.md" },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: (id: string) => languageChunk(id), debugName: "locales" }],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/patience.ts"],
    testTimeout: 60_000,
  },
});

/** All messages of one language are one file, "locale-en"; rules are files of their own. */
function languageChunk(id: string): string | null {
  const found = /\/locales\/([a-z]+)\/(?!\w+_rules\.)\w+\.json$/.exec(id);
  return found ? `locale-${found[1]}` : null;
}
