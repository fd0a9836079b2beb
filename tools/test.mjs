// `npm test`: on the project's own Node.
import { runScript } from './prepare.mjs'

runScript('tools/test.ts', process.argv.slice(2))
