// How Vite loads the portal: in development as middleware of the server, in production through build.ts.
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export const portalRoot = import.meta.dirname

export default defineConfig(({ command }) => ({
  root: portalRoot,
  appType: 'custom',
  plugins: [tailwindcss()],
  logLevel: 'warn',
  // bundled for production; in development, React is CommonJS that only Node itself can load
  ssr: { noExternal: command === 'build' ? true : [/^@xinqiao\//] },
  build: {
    target: ['chrome87', 'safari14', 'firefox90', 'edge88'],
    modulePreload: { polyfill: false },
    // the client of LiveKit, which only its calls load
    chunkSizeWarningLimit: 560,
  },
}))
