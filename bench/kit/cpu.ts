// CPU time from /proc: what a request costs the machine, however busy its neighbours are.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10 // Linux counts in hundredths of a second

function readStat(pid: number): { parent: number; ownMs: number; endedChildrenMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((i) => fields[i])
    return { parent, ownMs: (user + system) * tickMs, endedChildrenMs: (childUser + childSystem) * tickMs }
  } catch {
    return null // has ended meanwhile
  }
}

/** CPU milliseconds so far of one process, all its threads. */
export const ownCpuMs = (pid: number): number => readStat(pid)?.ownMs ?? 0

/** The same of a process and of all its children, those that have ended included. */
export function familyCpuMs(root: number): number {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readStat(Number(name))]),
  )
  const sum = (pid: number): number => {
    const stat = stats.get(pid)
    if (!stat) return 0
    const children = [...stats].flatMap(([child, its]) => (its?.parent === pid ? [sum(child)] : []))
    return stat.ownMs + stat.endedChildrenMs + children.reduce((total, ms) => total + ms, 0)
  }
  return sum(root)
}
