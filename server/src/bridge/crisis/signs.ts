// Marks the parts of a text that raised an alert, for the duty staff.
import { detectCrisis } from '../../crisis/detect.ts'

const sentence = /[^。！？!?；;…\n]+[。！？!?；;…]*/gu
const maxSentences = 120

/**
 * @param isSource true when this text raised the alert: without a recognised sentence, all of it is marked
 * @returns parts of the text as written
 */
export function findSigns(text: string, isSource: boolean): string[] {
  const sentences = (text.match(sentence) ?? []).slice(0, maxSentences)
  const found = sentences.filter((part) => detectCrisis(part) !== null).map((part) => part.trim())
  return found.length === 0 && isSource && text.trim() !== '' ? [text] : [...new Set(found)]
}
