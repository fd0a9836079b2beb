// Steps of article tests: write, publish, upload, read.
import sharp from 'sharp'
import { beforeAll } from 'vitest'
import { fileForm, useTestServer } from './test-server.ts'

export const articleDraft = (changes: object = {}) => ({
  title: '一篇文章',
  description: '',
  content: '<p>正文</p>',
  psychologyColumnId: 1,
  tagId: null,
  pictureKey: null,
  attachmentIds: [],
  pinned: false,
  ...changes,
})

export const createPhoto = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()

/** Starts a server with one editor, and returns the calls of editors and visitors. */
export function useArticles() {
  const server = useTestServer()
  const editor = { id: 0, token: '' }
  beforeAll(async () => {
    Object.assign(editor, await server().enter('editor'))
  })

  const call = (method: string, path: string, input?: unknown) => server().callAs(editor, method, path, input)
  const visit = (path: string, input?: unknown) => server().call('GET', path, input)
  const write = async (changes: object = {}) => (await call('POST', '/admin/article', articleDraft(changes))).data
  const publish = async ({ id, version }: { id: number; version: number }, publishTime?: string) =>
    (await call('POST', '/admin/article/publish', { id, version, ...(publishTime && { publishTime }) })).data
  const upload = (path: string, name: string, bytes: Uint8Array) =>
    server().call('POST', path, undefined, { ...fileForm(name, bytes), token: editor.token })
  /** Article ids that a visitor finds in any list that could contain them. */
  async function reach(id: number) {
    const lists = await Promise.all(
      [1, 2, 3].map((column) => visit('/psychologyArticle/list', { psychologyColumnId: column, size: 100 })),
    )
    const detail = await visit('/psychologyArticle/getById', { id })
    return {
      inLists: lists.some((list) => list.data.content.some((card: { id: number }) => card.id === id)),
      detail: detail.status,
    }
  }

  return { server, call, visit, write, publish, upload, reach }
}
