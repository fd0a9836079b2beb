// Staff add, change and remove words of the chat's word list.
import { fail } from '@xinqiao/contract/errors.ts'
import type { LexiconEntry } from '@xinqiao/contract/http/chat/lexicon.ts'
import { createTextFilter } from '@xinqiao/contract/im/misc.ts'
import { isConflict, type Sql, type Tx } from '../../kit/db/db.ts'
import * as store from './store.ts'
import type { PageLimits } from '../../kit/db/lists.ts'

type WordInput = Pick<LexiconEntry, 'word' | 'action'>

/** A word that is only punctuation could not be searched for. */
function checkWord({ word, action }: WordInput): void {
  if (createTextFilter([{ word, action }])(word).type === 0) throw fail('notAWord')
}

async function failOnDuplicate<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isConflict(error, 'im_lexicon_word_unique')) throw fail('wordTaken')
    throw error
  }
}

export async function listLexiconWords(sql: Sql, key: string | undefined, page: PageLimits) {
  const { rows, total } = await store.selectWords(sql, key, page)
  return { content: rows, totalElements: total }
}

export async function addLexiconWord(tx: Tx, draft: WordInput): Promise<{ id: number }> {
  checkWord(draft)
  return { id: await failOnDuplicate(store.insertWord(tx, draft)) }
}

export async function changeLexiconWord(tx: Tx, id: number, draft: WordInput): Promise<null> {
  checkWord(draft)
  if (!(await failOnDuplicate(store.updateWord(tx, id, draft)))) throw fail('notFound')
  return null
}

export async function removeLexiconWord(tx: Tx, id: number): Promise<null> {
  if (!(await store.deleteWord(tx, id))) throw fail('notFound')
  return null
}
