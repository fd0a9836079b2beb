// Resets the database of a test server to an earlier state, under the same address and while its nodes run.
import { setTimeout } from 'node:timers/promises'
import { connect, type Sql } from '../src/kit/db/db.ts'
import { DatabaseUnavailableError } from '../src/kit/db/driver/failures.ts'
import type { TestServer } from './test-server.ts'

async function withRoot(url: string, work: (root: Sql, name: string) => Promise<void>): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const root = connect(url.replace(/\/\w+$/, '/postgres'), 1)
  try {
    await root.unsafe(`alter database ${name} with allow_connections false`)
    await root`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await work(root, name)
    await root.unsafe(`alter database ${name} with allow_connections true`)
  } finally {
    await root.end()
  }
}

/** Waits until the pool of the first node has noticed its ended connections and has new ones. */
async function untilAnswers({ kit }: TestServer): Promise<void> {
  for (;;) {
    try {
      return void (await kit.sql`select 1`)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      await setTimeout(50)
    }
  }
}

/** @returns a function that resets the database to its current state */
export async function snapshotDatabase(server: TestServer): Promise<() => Promise<void>> {
  const { databaseUrl: url } = server
  await withRoot(url, async (root, name) => {
    await root.unsafe(`drop database if exists ${name}_kept`)
    await root.unsafe(`create database ${name}_kept template ${name}`)
  })
  await untilAnswers(server)
  return async () => {
    await withRoot(url, async (root, name) => {
      await root.unsafe(`drop database ${name} with (force)`)
      await root.unsafe(`alter database ${name}_kept rename to ${name}`)
    })
    await untilAnswers(server)
  }
}
