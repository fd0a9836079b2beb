// The console's own build: served under /admin/, hashed names in /admin/assets/, nothing inline (CSP script-src
// 'self').
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  define: { productVersion: JSON.stringify(version) },
  build: {
    outDir: 'build',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // antd and the editor are large; each is a separate cached file.
    chunkSizeWarningLimit: 1500,
  },
})
