// Restores an older backup while clients stay connected: later messages are lost, and new ones must be shown.
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { printOutcome, readOutcome } from './kit/outcome.ts'
import { createDatabase } from './kit/postgres.ts'
import { runCommand, scratchFolder } from './kit/processes.ts'
import { openSetup } from './kit/setup.ts'

export async function run(): Promise<void> {
  const { cluster, site, load } = await openSetup()
  const runTool = (name: string, folder: string) =>
    runCommand([process.execPath, `tools/${name}.ts`, folder], { env: site.env })
  const backup = path.join(scratchFolder('backup'), 'backup')
  await wait(5_000)
  await runTool('backup', backup)
  await runTool('verify-backup', backup)
  await wait(15_000)
  // as in the guide: stop the nodes, restore into an empty database, start them
  for (const node of site.nodes) await node.hold()
  await createDatabase(cluster, true)
  await runTool('restore', backup)
  for (const node of site.nodes) await node.release()
  await wait(30_000)
  await load.stop()
  const outcome = await readOutcome(load, cluster.url)
  printOutcome('restore', outcome)
  const { doubled, hidden, hiddenAfterReload, wronglyShown, wronglyShownAfterReload } = outcome
  console.log(`  0 doubled: ${judge('restore', 'no message doubled', doubled === 0)}`)
  const claim = `${hidden} hidden, ${hiddenAfterReload} after a reload (0)`
  console.log(`  ${claim}: ${judge('restore', claim, hidden + hiddenAfterReload === 0)}`)
  const shown = `${wronglyShown} wrongly shown, ${wronglyShownAfterReload} after a reload (0)`
  console.log(`  ${shown}: ${judge('restore', shown, wronglyShown + wronglyShownAfterReload === 0)}\n`)
}
