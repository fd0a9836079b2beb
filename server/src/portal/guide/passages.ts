// Plain paragraphs of an article, and the sentence of one that fits a question.

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }
const maxQuoteLength = 90

/** Paragraphs of stored HTML, without markup. */
export const listPassages = (html: string): string[] =>
  html
    .replaceAll(/<(?:br|hr|\/(?:p|h\d|li|tr|blockquote|figcaption|pre))\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/&#(\d{1,7});/g, (_whole, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)))
    .replaceAll(/&(lt|gt|quot|apos|nbsp|amp);/g, (_whole, name: string) => entities[name]!)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

/**
 * The sentences around the best one, up to the length of a quote.
 * @param score how well a sentence fits
 */
export function quotePassage(passage: string, score: (text: string) => number): string {
  const sentences = passage.match(/[^。！？；!?;]+[。！？；!?;”’]*/gu) ?? [passage]
  let best = 0
  for (const [i, sentence] of sentences.entries()) if (score(sentence) > score(sentences[best]!)) best = i
  let quote = sentences[best]!.trim()
  for (const sentence of sentences.slice(best + 1)) {
    if (quote.length + sentence.length > maxQuoteLength) break
    quote += sentence.trim()
  }
  return quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength - 1)}…` : quote
}
