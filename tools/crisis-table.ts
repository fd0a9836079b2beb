// `node tools/crisis-table.ts` writes the figures of the present detector into the table of docs/crisis/README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { readmeFile, updateTable } from './crisis/readme-table.ts'

writeFileSync(readmeFile, updateTable(readFileSync(readmeFile, 'utf8')))
