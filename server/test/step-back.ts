// Puts the database of a test server back to an earlier state, under the same address and while its nodes are up.
import { connect, type Sql } from '../src/kit/db/db.ts'

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

/** @returns puts the database back to its current state */
export async function keepState(url: string): Promise<() => Promise<void>> {
  await withRoot(url, async (root, name) => {
    await root.unsafe(`drop database if exists ${name}_kept`)
    await root.unsafe(`create database ${name}_kept template ${name}`)
  })
  return () =>
    withRoot(url, async (root, name) => {
      await root.unsafe(`drop database ${name} with (force)`)
      await root.unsafe(`alter database ${name}_kept rename to ${name}`)
    })
}
