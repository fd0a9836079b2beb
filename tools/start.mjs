// Entry point of `npm start` and `npm run dev`.
import { runScript } from './prepare.mjs'

const isDev = process.argv.includes('--dev')
runScript('tools/start.ts', process.argv.slice(2), {
  NODE_ENV: process.env.NODE_ENV ?? (isDev ? 'development' : 'production'),
})
