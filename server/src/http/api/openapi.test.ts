// Tests of the OpenAPI documents: complete for staff, without staff endpoints for other callers.
import { expect, test } from 'vitest'
import { isAllowed, type Role } from '@xinqiao/contract/roles.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { endpoints } from '../../modules.ts'

const server = useTestServer()

async function readDocuments(role: Role | null) {
  const headers = role ? { authorization: `Bearer ${(await server().enter(role)).token}` } : {}
  const json = await server().app.inject({ url: '/prod-api/openapi.json', headers })
  const html = await server().app.inject({ url: '/prod-api/docs', headers })
  const { paths } = json.json<{ paths: Record<string, Record<string, unknown>> }>()
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(json.headers['cache-control']).toBe('no-store')
  expect(html.headers['cache-control']).toBe('no-store')
  return { listed: listed.toSorted(), html: html.body }
}
const listSortedKeys = (listed: typeof endpoints) => listed.map(({ key }) => key).toSorted()

test.each(['administrator', 'editor', 'finance', 'examiner', 'service'] as const)(
  'describes every served call and nothing else to %s',
  async (role) => {
    const { listed, html } = await readDocuments(role)
    expect(listed).toEqual(listSortedKeys(endpoints))
    expect(html).toContain('/prod-api/admin/users')
  },
)

test.each([null, 'user'] as const)('lists no staff call to %s', async (role) => {
  const { listed, html } = await readDocuments(role)
  expect(listed).toEqual(listSortedKeys(endpoints.filter(({ definition }) => isAllowed(definition.who, 'user'))))
  expect(html).toContain('/prod-api/psychologyArticle/list')
  for (const { path, definition } of endpoints)
    if (!isAllowed(definition.who, 'user') && !listed.some((key) => key.endsWith(` ${path}`)))
      expect(html).not.toContain(`<code>/prod-api${path}</code>`)
})

test('lists the calls of counsellors to counsellors', async () => {
  const { listed } = await readDocuments('counsellor')
  const own = endpoints.filter(({ definition }) => isAllowed(definition.who, 'counsellor'))
  expect(listed).toEqual(listSortedKeys(own))
  expect(own.length).toBeGreaterThan(endpoints.filter(({ definition }) => isAllowed(definition.who, 'user')).length)
})
