// Entry point of `npm test`, on the project's Node.
import { runScript } from './prepare.mjs'

runScript('tools/test.ts', process.argv.slice(2))
