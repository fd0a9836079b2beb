// Programs of a drill, and the steps that undo their effects when it ends, even after Ctrl+C.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../..')

const undoing: (() => Promise<unknown> | void)[] = []

/** Registers a step for `cleanUp`, which runs the last one first. */
export const onCleanUp = (undo: () => Promise<unknown> | void): void => void undoing.push(undo)

export async function cleanUp(): Promise<void> {
  for (const undo of undoing.splice(0).toReversed()) {
    try {
      await undo()
    } catch (error) {
      console.error(`  clean-up: ${(error as Error).message}`)
    }
  }
}

/** A folder that every user may enter, because PostgreSQL refuses to run as root. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `xinqiao-drill-${name}-`))
  chmodSync(folder, 0o755)
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const basePort = Number(process.env['DRILL_PORT'] ?? 3931)
let usedPorts = 0

/** Fixed ports below the range for outgoing connections, so that a killed server gets its port again. */
export const nextPort = (): number => basePort + usedPorts++

/** Frees the ports for the next drill. */
export const resetPorts = (): void => void (usedPorts = 0)

export type RunningProgram = {
  pid: number
  ended: Promise<unknown>
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}
export type ProgramOptions = { user?: string; env?: Record<string, string>; cwd?: string }

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Prefixes a command so that it runs directly as another user, without a parent process. */
export const wrapForUser = (user: string | undefined, command: string[]): string[] =>
  user && process.getuid?.() === 0
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--', ...command]
    : command

export function launch(command: string[], { user, env = {}, cwd = root }: ProgramOptions = {}): RunningProgram {
  const [program = '', ...args] = wrapForUser(user, command)
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = `${output}${part.toString()}`.slice(-20_000)))
  const ended = once(child, 'exit') as Promise<unknown>
  const pid = child.pid ?? 0
  const stopProgram: RunningProgram['stop'] = async (signal = 'SIGTERM') => {
    if (isRunning(child)) child.kill(signal)
    await ended
  }
  onCleanUp(async () => {
    if (!isRunning(child)) return
    process.kill(-pid, 'SIGKILL')
    await ended
  })
  return { pid, ended, output: () => output, stop: stopProgram }
}

/**
 * Runs a command to its end.
 * @throws Error with the last lines of its output
 */
export async function runCommand(command: string[], options: ProgramOptions = {}): Promise<string> {
  const [program = '', ...args] = wrapForUser(options.user, command)
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output.slice(-600)}`)
  return output
}

export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  name: string | (() => string),
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s for ${typeof name === 'string' ? name : name()}`)
    await wait(50)
  }
}
