// How Vite reads the portal: in development as middleware of the server, in production through build.ts.
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export const portalRoot = import.meta.dirname

export default defineConfig({
  root: portalRoot,
  appType: 'custom',
  plugins: [tailwindcss()],
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: { target: ['chrome87', 'safari14', 'firefox90', 'edge88'], modulePreload: { polyfill: false } },
})
