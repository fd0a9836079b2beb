// The client of the throughput benchmarks: wrk, one thread, so that the server keeps a core.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { requireProgram } from './system.ts'

export type Load = { perSecond: number; p99Ms: number }

const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

export async function load(url: string, connections: number, seconds: number): Promise<Load> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', 'accept-encoding: br', url]
  const child = spawn(requireProgram('wrk'), options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  await once(child, 'close')
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1])
  const [, count, unit = ''] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(text) ?? []
  if (!(perSecond > 0) || /Non-2xx|Socket errors/.test(text)) throw new Error(`wrk on ${url} said:\n${text}`)
  return { perSecond, p99Ms: Number(count) * (inMs[unit] ?? Number.NaN) }
}
