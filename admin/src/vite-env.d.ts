// Tells TypeScript what Vite makes of imported pictures and style sheets.
/// <reference types="vite/client" />

/** The version in package.json; vite.config.ts defines it. */
declare const productVersion: string
