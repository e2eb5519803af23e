/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = process.env.SHOAL_SERVER ?? "http://127.0.0.1:8765";

/** The page speaks English only; react-aria brings its words in thirty languages. */
const english: Plugin = {
  name: "english",
  enforce: "pre",
  load: (id) =>
    /\/react-(aria|stately).*\/intl\/.*\b(?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id) ? "export default {};" : null,
};

/** Names without hashes: the same sources give the same files, and a change is a change of lines. */
export default defineConfig({
  base: "./",
  plugins: [english, react()],
  server: { proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } } },
  build: {
    outDir: "../src/shoal/web/static",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: "assets/app.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
  test: { environment: "jsdom", include: ["tests/**/*.test.{ts,tsx}"] },
});
