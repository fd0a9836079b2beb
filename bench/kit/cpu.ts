// CPU time from /proc: the cost of a request, whatever else runs on the machine.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10 // Linux counts in hundredths of a second

type ProcessTimes = { parent: number; ownMs: number; endedChildrenMs: number }

function readStat(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((i) => fields[i])
    return { parent, ownMs: (user + system) * tickMs, endedChildrenMs: (childUser + childSystem) * tickMs }
  } catch {
    return null // the process has ended meanwhile
  }
}

/** CPU milliseconds of one process with all its threads. */
export const ownCpuMs = (pid: number): number => readStat(pid)?.ownMs ?? 0

function readAll(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat) processes.set(Number(name), stat)
  }
  return processes
}

/** A process and its descendants. */
function listProcessTree(root: number, all: ReadonlyMap<number, ProcessTimes>): number[] {
  const children = [...all].filter(([, stat]) => stat.parent === root).map(([pid]) => pid)
  return [root, ...children.flatMap((pid) => listProcessTree(pid, all))]
}

export const readFamily = (root: number): number[] => listProcessTree(root, readAll())

/** CPU milliseconds of a process and all its children, including ended ones. */
export function readTreeCpuMs(root: number): number {
  const all = readAll()
  return listProcessTree(root, all).reduce((sum, pid) => {
    const stat = all.get(pid)
    return sum + (stat ? stat.ownMs + stat.endedChildrenMs : 0)
  }, 0)
}
