// Starts one PostgreSQL for the whole run, with a migrated template database that each test file clones.
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect, connectAsServer, migrate } from '../src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../src/kit/db/postgres/embedded.ts'
import { createDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export default async function setup(project: TestProject) {
  // a separate story tests durability, with its own server
  const folder = createDatabaseFolder('xinqiao-test-')
  const server = await startEmbeddedPostgres(path.join(folder, 'pg'), {
    settings: { fsync: 'off', max_connections: '100' },
  })
  const root = connect(server.url, 1)
  await root`create database template_test`
  await root.end()
  const template = connect(server.url.replace(/\/postgres$/, '/template_test'), 1)
  await migrate(template)
  await template.end()
  const asServer = await connectAsServer(server.url, 1)
  await asServer.end()
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
