// Pages whose callbacks throw, for tests: at their first call, and in half of the later ones.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach } from 'vitest'
import reference from '../../portal/src/im-docs/reference.json' with { type: 'json' }
import type { TestServer } from '../../server/test/test-server.ts'
import { openPage, type Page } from './page.ts'
import { until, type ChatPerson } from './people.ts'

export type Chance = () => number

/** A pseudo-random generator with a seed, so that a failure can be reproduced. */
export function createChance(seed: number): Chance {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** @returns the uncaught exceptions of the process during a test, which a browser would show in its console */
export function collectUncaught(): unknown[] {
  const uncaught: unknown[] = []
  const original = process.listeners('uncaughtException')
  beforeEach(() => {
    uncaught.length = 0
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', (error) => uncaught.push(error))
  })
  afterAll(async () => {
    // closing the last page calls its callbacks, whose exceptions arrive a moment later
    await wait(300)
    process.removeAllListeners('uncaughtException')
    for (const listener of original) process.on('uncaughtException', listener)
  })
  return uncaught
}

/** @param called receives the names of the callbacks that were called */
export async function openThrowingPage(
  server: TestServer,
  url: string,
  { person, chance, called, db }: { person: ChatPerson; chance: Chance; called: Set<string>; db: boolean },
): Promise<Page> {
  const throwSometimes = (name: string) => () => {
    const isFirst = !called.has(name)
    called.add(name)
    if (isFirst || chance() < 0.5) throw new Error('of the page')
  }
  const callbacks = Object.keys(reference.callbacks).map((name) => [name, throwSometimes(name)])
  const options = { db, syncTeamMembers: true, syncBroadcastMsgs: true }
  return openPage(server, url, { person, ...options, ...Object.fromEntries(callbacks) })
}

/** Calls a method of the page, whose `done` throws in half of its calls. A method that fails rejects. */
export async function callThrowing<T = unknown>(
  { nim }: Page,
  chance: Chance,
  method: string,
  options: object = {},
): Promise<T> {
  await until(() => nim.getLoginStatus() === 1, 'the login after a lost connection')
  const methods = nim as never as Record<string, (input: object) => unknown>
  return new Promise((resolve, reject) => {
    methods[method]!({
      ...options,
      done(error: Error | null, data: T) {
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(data)
        if (chance() < 0.5) throw new Error('of the page')
      },
    })
  })
}
