// Tells TypeScript what Vite makes of imported pictures and style sheets.
/// <reference types="vite/client" />
