// Client of the throughput benchmarks: wrk with one thread, so that the server keeps a core.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { requireProgram } from './system.ts'

export type LoadFigures = { count: number; perSecond: number; p99Ms: number }

const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

type LoadOptions = {
  headers?: readonly string[]
  /** Cycles through this number of pages instead of one. */
  pages?: number
  /** Sessions to use in turn. */
  people?: readonly string[]
}

export async function measureLoad(
  url: string,
  connections: number,
  seconds: number,
  { headers = [], pages, people }: LoadOptions = {},
): Promise<LoadFigures> {
  const options = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...['accept-encoding: br', ...headers].flatMap((header) => ['-H', header]),
    ...(pages || people ? ['-s', path.join(import.meta.dirname, pages ? 'pages.lua' : 'people.lua')] : []),
    url,
    ...(pages ? ['--', `${pages}`] : people ? ['--', ...people] : []),
  ]
  const child = spawn(requireProgram('wrk'), options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  await once(child, 'close')
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1])
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(text) ?? []
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(text)) throw new Error(`wrk on ${url} said:\n${text}`)
  const count = Number(/(\d+) requests in/.exec(text)?.[1])
  return { count, perSecond, p99Ms: Number(p99) * (inMs[unit] ?? Number.NaN) }
}
