// Builds outdated browser code, then starts the server.
import { build } from './build.ts'

if (process.env.NODE_ENV === 'production') await build()
await import('../server/src/main.ts')
