// Endpoints of the chat word list.
import type { lexicon } from '@xinqiao/contract/http/lexicon.ts'
import { words } from '../im/chat.ts'
import type { Handlers } from '../kit/ctx.ts'

export const lexiconHandlers: Handlers<typeof lexicon> = {
  'GET /admin/lexicon': ({ page, size, key }, { kit }) => words.listWords(kit.sql, key, size, (page - 1) * size),
  'POST /admin/lexicon': (draft, { tx }) => words.addWord(tx, draft),
  'PUT /admin/lexicon': ({ id, ...draft }, { tx }) => words.changeWord(tx, id, draft),
  'DELETE /admin/lexicon': ({ id }, { tx }) => words.removeWord(tx, id),
}
