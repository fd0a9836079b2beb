// SQL of the chat's word list.
import type { LexiconWord } from '@xinqiao/contract/im/misc.ts'
import type { Db } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { readPage } from '../../kit/db/results.ts'

/** All words, and the version of the list. */
export const selectLexicon = (db: Db) =>
  db<{ version: number; word: string | null; action: LexiconWord['action'] | null }[]>`
    select l.version, entry.word, entry.action
    from im_lexicon l left join im_lexicon_word entry on true order by entry.word`

type WordDraft = Pick<LexiconWord, 'word' | 'action'>

/** Words that contain `key`, sorted. */
export function selectWords(db: Db, key: string | undefined, { limit, offset }: PageLimits) {
  const where = key === undefined ? db`` : db`where position(lower(${key}) in lower(word)) > 0`
  return readPage(
    db<(LexiconWord & { id: number })[]>`
      select id, word, action from im_lexicon_word ${where} order by word limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from im_lexicon_word ${where}`,
  )
}

export async function insertWord(db: Db, { word, action }: WordDraft): Promise<number> {
  const [row] = await db<
    { id: number }[]
  >`insert into im_lexicon_word (word, action) values (${word}, ${action}) returning id`
  return row!.id
}

export async function updateWord(db: Db, id: number, { word, action }: WordDraft): Promise<boolean> {
  const result = await db`update im_lexicon_word set word = ${word}, action = ${action} where id = ${id}`
  return result.count === 1
}

export async function deleteWord(db: Db, id: number): Promise<boolean> {
  const result = await db`delete from im_lexicon_word where id = ${id}`
  return result.count === 1
}
