// Search for Chinese words without a dictionary: texts and words are split into characters and bigrams. The index is
// exact for up to two characters; longer words are compared with the text afterwards.
const flattenCharacters = (text: string): string[] =>
  Array.from(text.normalize('NFKC').toLowerCase()).filter((character) => /[\p{L}\p{N}]/u.test(character))

/** @returns the grams of these texts for the index; no gram spans two texts */
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

/** The grams that a text with these words must contain: pairs if there are any, or else single characters. */
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

/** Texts for the exact comparison: one after the other, separated so that no word spans two of them. */
export const joinSearchedText = (texts: readonly string[]): string =>
  texts.map((text) => flattenCharacters(text).join('')).join('\n')
