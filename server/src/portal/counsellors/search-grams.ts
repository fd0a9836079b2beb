// Search for Chinese words without a dictionary: texts and words are split into characters and bigrams. The index is
// exact for two characters; longer words are compared once more.
const flattenCharacters = (text: string): string[] =>
  Array.from(text.normalize('NFKC').toLowerCase()).filter((character) => /[\p{L}\p{N}]/u.test(character))

/** @returns what the index holds of these texts; a word does not go on from one text into the next */
export function listGrams(texts: readonly string[]): string[] {
  const grams = new Set<string>()
  for (const text of texts) {
    const characters = flattenCharacters(text)
    characters.forEach((character, i) => {
      grams.add(character)
      const next = characters[i + 1]
      if (next !== undefined) grams.add(character + next)
    })
  }
  return [...grams]
}

/** The grams that a text with these words must contain; only the pairs, where there are any. */
export function splitSearchKey(key: string): { grams: string[]; words: string[] } {
  const words = key
    .split(/\s+/)
    .map((word) => flattenCharacters(word))
    .filter((word) => word.length > 0)
  const grams = words.flatMap((word) =>
    word.length === 1 ? word : word.slice(1).map((character, i) => word[i]! + character),
  )
  return { grams: [...new Set(grams)], words: words.map((word) => word.join('')) }
}

/** Texts as the exact comparison wants them: one after the other, with nothing that joins them. */
export const joinSearchedText = (texts: readonly string[]): string =>
  texts.map((text) => flattenCharacters(text).join('')).join('\n')
