// The queue of a chatroom: elements in their order, each with a key and a value (im-sdk-api.md, chatroom.queue).
import { z } from 'zod'
import { namedText } from '../named-text.ts'

export const queueLimits = {
  /** im-sdk-api.md, figures: elements of one change, and bytes of a key and of a value. */
  changedElements: 100,
  keyBytes: 128,
  valueBytes: 4_096,
  notifyExt: 2_048,
  /** Elements of a room, and those of one owner. */
  elements: 500,
  elementsOfOwner: 100,
} as const

const isWithin = (text: string, maxBytes: number): boolean => new TextEncoder().encode(text).length <= maxBytes

export const ElementKey = namedText(queueLimits.keyBytes, 'elementKey').refine(
  (key) => isWithin(key, queueLimits.keyBytes),
  `elementKey不能超过${queueLimits.keyBytes}字节`,
)
export const ElementValue = namedText(queueLimits.valueBytes, 'elementValue').refine(
  (value) => isWithin(value, queueLimits.valueBytes),
  `elementValue不能超过${queueLimits.valueBytes}字节`,
)

/** PostgreSQL cannot compare U+0000 or half a surrogate pair. Values are checked with all other texts. */
const isValidKey = (key: string): boolean =>
  isWithin(key, queueLimits.keyBytes) && key.isWellFormed() && !key.includes('\0')

const isElement = ([key, value]: [string, unknown]): boolean =>
  isValidKey(key) && typeof value === 'string' && isWithin(value, queueLimits.valueBytes)

function isElementMap(map: unknown): boolean {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return false
  const elements = Object.entries(map)
  return elements.length > 0 && elements.length <= queueLimits.changedElements && elements.every(isElement)
}

/** New values by key. The reader of browsers knows no records, so a function checks it (decision 008). */
export const ElementMap = z
  .unknown()
  .refine(
    isElementMap,
    `elementMap必须是对象，有1到${queueLimits.changedElements}个元素；键最长${queueLimits.keyBytes}字节，值最长${queueLimits.valueBytes}字节`,
  )
  .transform((map) => map as Record<string, string>)

export const QueueElement = z.object({ elementKey: z.string(), elementValue: z.string() })
export type QueueElement = z.output<typeof QueueElement>

/**
 * A change of the queue that a notice reports: an element was offered or polled, all were dropped, those of an owner
 * who left were removed, or several values were changed.
 */
export const QueueChange = z.object({
  type: z.enum(['OFFER', 'POLL', 'DROP', 'PARTCLEAR', 'BATCH_UPDATE']),
  elementKey: z.string().optional(),
  elementValue: z.string().optional(),
  /** Values by key, of PARTCLEAR and BATCH_UPDATE. */
  elementKv: ElementMap.optional(),
})
