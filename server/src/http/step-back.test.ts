// Tests that a node drops its caches when its database loses recent history.
import { expect, test } from 'vitest'
import { snapshotDatabase } from '../../test/step-back.ts'
import { useTestServer } from '../../test/test-server.ts'
import { beginGeneration } from '../kit/generation.ts'
import { findCachedViewer, isViewerCached } from '../portal/accounts/accounts.ts'
import { selectContentVersion } from '../portal/articles/site-store.ts'

const server = useTestServer()

test('ends a cached session when its account does not exist any more', async () => {
  const { kit } = server()
  const putBack = await snapshotDatabase(server())
  const { id, token } = await server().enter('user')
  expect((await findCachedViewer(kit, token))?.id).toBe(id)
  await putBack()
  await expect.poll(() => isViewerCached(kit, token), { timeout: 30_000 }).toBe(false)
  // the database accepts connections again a moment later
  const readCachedViewer = () => findCachedViewer(kit, token).catch(() => 'away')
  await expect.poll(readCachedViewer, { timeout: 30_000 }).toBeNull()
}, 120_000)

test('uses another version of the content in another history', async () => {
  const { sql } = server().kit
  const before = await selectContentVersion(sql)
  expect(await selectContentVersion(sql)).toBe(before)
  await beginGeneration(sql)
  expect(await selectContentVersion(sql)).not.toBe(before)
})
