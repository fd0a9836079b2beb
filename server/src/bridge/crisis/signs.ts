// Marks the parts of a text that raised an alert, so that the duty staff find them.
import { detectCrisis } from '../../crisis/detect.ts'

const sentence = /[^。！？!?；;…\n]+[。！？!?；;…]*/gu
const maxSentences = 120

/**
 * @param isSource true when this text raised the alert: then all of it is marked if no sentence is recognised
 * @returns the text in parts, unchanged
 */
export function findDangerousSentences(text: string, isSource: boolean): string[] {
  const sentences = (text.match(sentence) ?? []).slice(0, maxSentences)
  const dangerousSentences = sentences.filter((part) => detectCrisis(part) !== null).map((part) => part.trim())
  return dangerousSentences.length === 0 && isSource && text.trim() !== '' ? [text] : [...new Set(dangerousSentences)]
}
