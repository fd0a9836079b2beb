// Steps of article tests: write, publish, upload, read.
import { emptyArticle } from '@xinqiao/contract/articles.ts'
import sharp from 'sharp'
import { beforeAll } from 'vitest'
import type { RequestInput } from '../api-requests.ts'
import { fileForm, useTestServer } from '../test-server.ts'

type ArticleInput = RequestInput<'POST /admin/article'>

export const articleDraft = (changes: Partial<ArticleInput> = {}): ArticleInput => ({
  ...emptyArticle,
  title: '一篇文章',
  content: '<p>正文</p>',
  pictureKey: null,
  attachmentIds: [],
  ...changes,
})

export const createPhoto = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()

/** Starts a server with one editor, and returns the requests of editors and visitors. */
export function useArticles() {
  const server = useTestServer()
  const editor = { id: 0, token: '' }
  beforeAll(async () => {
    Object.assign(editor, await server().enter('editor'))
  })

  const write = async (changes: Partial<ArticleInput> = {}) =>
    (await server().requestAs(editor, 'POST /admin/article', articleDraft(changes))).data
  const publish = async ({ id, version }: { id: number; version: number }, publishTime?: string) =>
    (
      await server().requestAs(editor, 'POST /admin/article/publish', {
        id,
        version,
        ...(publishTime && { publishTime }),
      })
    ).data
  const upload = <K extends 'POST /admin/picture' | 'POST /admin/attachment' | 'POST /admin/article/importWord'>(
    key: K,
    name: string,
    bytes: Uint8Array,
  ) => server().upload(editor, key, fileForm(name, bytes))
  /** Article ids that a visitor finds in any list that could contain them. */
  async function readVisibility(id: number) {
    const lists = await Promise.all(
      [1, 2, 3].map((column) =>
        server().request('GET /psychologyArticle/list', { psychologyColumnId: column, size: 100 }),
      ),
    )
    const detail = await server().request('GET /psychologyArticle/getById', { id })
    return {
      inLists: lists.some((list) => list.data.content.some((card) => card.id === id)),
      detail: detail.status,
    }
  }

  return { server, editor, write, publish, upload, readVisibility }
}
