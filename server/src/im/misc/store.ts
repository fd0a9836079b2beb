// All SQL of the lexicon.
import type { LexiconWord } from '@xinqiao/contract/im/misc.ts'
import type { Db } from '../../kit/db.ts'

/** The version and the words of one moment. */
export const readLexicon = (db: Db) =>
  db<{ version: number; word: string | null; action: LexiconWord['action'] | null }[]>`
    select l.version, w.word, w.action from im_lexicon l left join im_lexicon_word w on true order by w.word`
