// Endpoints of the chat word list.
import type { lexicon } from '@xinqiao/contract/http/lexicon.ts'
import { words } from '../im/chat.ts'
import type { Handlers } from '../kit/ctx.ts'

export const lexiconHandlers: Handlers<typeof lexicon> = {
  'GET /admin/lexicon': ({ page, size, key }, { kit }) => words.listWords(kit.sql, key, size, (page - 1) * size),
  'POST /admin/lexicon': (draft, { kit }) => words.addWord(kit.sql, draft),
  'PUT /admin/lexicon': ({ id, ...draft }, { kit }) => words.changeWord(kit.sql, id, draft),
  'DELETE /admin/lexicon': ({ id }, { kit }) => words.removeWord(kit.sql, id),
}
