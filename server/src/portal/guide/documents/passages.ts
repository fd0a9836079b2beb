// Plain paragraphs of an article, and the sentence of one that fits a question.

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }
const maxQuoteLength = 90

/** Marks the end of a heading while paragraphs are separated. */
const headingEnd = '\u0001'

/** Paragraphs of stored HTML, without markup. A heading is a line before its paragraph, because it has no answer. */
export const listPassages = (html: string): string[] =>
  html
    .replaceAll(headingEnd, ' ')
    .replaceAll(/<\/h\d\b[^>]*>\s*(?=<(?:p|ul|ol|blockquote)\b)/gi, headingEnd)
    .replaceAll(/<(?:br|hr|\/(?:p|h\d|li|tr|blockquote|figcaption|pre))\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*(?:>|$)/g, '')
    .replaceAll(/&#(\d{1,7});/g, (_whole, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)))
    .replaceAll(/&(lt|gt|quot|apos|nbsp|amp);/g, (_whole, name: string) => entities[name]!)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(headingEnd, '\n').trim())

/**
 * The sentences around the best one, up to the length of a quote, without the heading.
 * @param score how well a sentence fits
 */
export function quotePassage(passage: string, score: (text: string) => number): string {
  const bodyStart = passage.lastIndexOf('\n') + 1
  const text = passage.slice(bodyStart)
  const sentences = text.match(/[^。！？；!?;]+[。！？；!?;”’]*/gu) ?? [text]
  let best = 0
  // a heading with the words of the question has its answer in the whole paragraph
  let bestScore = Math.max(score(passage.slice(0, bodyStart)), score(sentences[0]))
  for (const [i, sentence] of sentences.entries()) {
    const sentenceScore = score(sentence)
    if (sentenceScore > bestScore) [best, bestScore] = [i, sentenceScore]
  }
  let quote = sentences[best]!.trim()
  for (const sentence of sentences.slice(best + 1)) {
    if (quote.length + sentence.length > maxQuoteLength) break
    quote += sentence.trim()
  }
  return quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength - 1)}…` : quote
}
