// `npm run bench [-- name …]`: each benchmark prints its figures beside target and reference. It exits with 0 even if a
// target is missed, because figures of a shared machine are not decisive.
import { cpus } from 'node:os'
import { build } from '../tools/build.ts'
import { printVerdicts } from './kit/report.ts'
import { removeScratchFolders } from './kit/site.ts'

type Benchmark = { title: string; load: () => Promise<{ run: () => Promise<void> }> }

const benchmarks: Record<string, Benchmark> = {
  render: { title: 'Server-rendered pages without cache: CPU per request', load: () => import('./render.ts') },
  cached: { title: 'Cached pages beside nginx: requests per second', load: () => import('./cached.ts') },
  weight: { title: 'First visit without pictures: compressed bytes', load: () => import('./weight.ts') },
  start: { title: 'From npm start to the first page', load: () => import('./start.ts') },
  lighthouse: { title: 'Lighthouse, mobile', load: () => import('./lighthouse.ts') },
  'im-send': { title: 'Durable messages beside Prosody and an echo', load: () => import('./im-send.ts') },
  'im-crowd': { title: '5,000 idle connections, 2,000 coming back at once', load: () => import('./im-crowd.ts') },
  'im-refusal': { title: 'Refusals of existing and unknown accounts and apps', load: () => import('./im-refusal.ts') },
  'im-return': { title: '10,000 clients of a restarted node', load: () => import('./im-return.ts') },
  'im-sync': { title: 'First sync, catching up, history', load: () => import('./im-sync.ts') },
  'im-team': { title: 'Messages to teams of 10 to 10,000 members', load: () => import('./im-team.ts') },
  'im-room': { title: 'A chatroom of 5,000 on two processes', load: () => import('./im-room.ts') },
  'im-event': { title: '10,000 accounts, 100 subscriptions each', load: () => import('./im-event.ts') },
  'im-group': { title: 'A team with 1,000 online, beside a room of Prosody', load: () => import('./im-group.ts') },
  call: { title: 'Calls between two browsers, direct and relayed', load: () => import('./call.ts') },
  'im-import': { title: 'Old accounts and messages beside plain inserts', load: () => import('./im-import.ts') },
  questions: { title: '200,000 questions, 1,000,000 answers; likes on one', load: () => import('./questions.ts') },
  'guide-answer': { title: 'Answers of the guide beside a plain search', load: () => import('./guide-answer.ts') },
  exam: { title: '500 examinees: the clock, saved answers, a kill in the middle', load: () => import('./exam.ts') },
  memory: { title: 'Resident memory under mixed load', load: () => import('./memory.ts') },
  lists: { title: 'Lists over 200,000 articles: plans and times', load: () => import('./lists.ts') },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(1)
}

const began = new Date()
console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`)
console.log(began.toISOString().slice(0, 16).replace('T', ' '))
await build()
let failures = 0
for (const [name, { title, load }] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(`\n== ${name} · ${title}\n`)
  try {
    await (await load()).run()
  } catch (error) {
    failures += 1
    console.error(`  ${name} could not be measured: ${(error as Error).message}\n`)
  }
}
removeScratchFolders()
printVerdicts()
if (failures > 0) console.log(`${failures} benchmarks could not be measured`)
process.exitCode = failures > 0 ? 1 : 0
