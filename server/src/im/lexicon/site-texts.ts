// Applies the word list of the chat to texts of requests of the site.
import { failField } from '@xinqiao/contract/errors.ts'
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { Kit } from '../../kit/ctx.ts'
import { createLexicon, refuseWord } from './lexicon.ts'

const lexicons = new WeakMap<Kit, ReturnType<typeof createLexicon>>()

async function loadLexicon(kit: Kit): Promise<ReturnType<typeof createLexicon>> {
  const lexicon = lexicons.get(kit) ?? createLexicon(kit.sql)
  lexicons.set(kit, lexicon)
  await lexicon.prepare()
  return lexicon
}

/**
 * Returns a check of texts of robots. The check returns the text with masked words, or null when a robot may not write
 * it.
 */
export async function loadTextCheck(kit: Kit): Promise<(text: string) => string | null> {
  const lexicon = await loadLexicon(kit)
  return (text) => lexicon.checkText(text)
}

/**
 * Refuses a name with a word of the list, which would be masked in a message.
 * @throws Failure invalid for the field
 */
export async function checkSiteName(kit: Kit, field: string, name: string): Promise<void> {
  if ((await filterSiteText(kit, field, name)) !== name) throw failField(field, refuseWord().message)
}

/**
 * @param refusal message for a refused word; that of the chat when absent
 * @returns the text to store, with masked words
 * @throws Failure invalid for the field with a refused word
 */
export async function filterSiteText(kit: Kit, field: string, text: string, refusal?: string): Promise<string> {
  const lexicon = await loadLexicon(kit)
  try {
    return lexicon.filterUserText(text)
  } catch (error) {
    if (error instanceof ImFailure) throw failField(field, refusal ?? error.message)
    throw error
  }
}
