// Earlier results, stored only on request and only in this browser. They are never sent.
import type { SelfTestScale } from './scales.ts'

export type SavedResult = { day: string; sum: number; label: string }
const storageKeyOf = (scale: SelfTestScale) => `self-test:${scale.key}`
const maxResults = 20

export function readResults(scale: SelfTestScale): SavedResult[] {
  try {
    return JSON.parse(localStorage.getItem(storageKeyOf(scale)) ?? '[]') as SavedResult[]
  } catch {
    return []
  }
}

export function saveResult(scale: SelfTestScale, result: SavedResult): SavedResult[] {
  const list = [result, ...readResults(scale)].slice(0, maxResults)
  localStorage.setItem(storageKeyOf(scale), JSON.stringify(list))
  return list
}

export const deleteResults = (scale: SelfTestScale): void => localStorage.removeItem(storageKeyOf(scale))
