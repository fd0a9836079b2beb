// Earlier results, stored only on request and only in this browser. They are never sent.
import type { Scale } from './scales.ts'

export type Kept = { day: string; sum: number; label: string }
const keyOf = (scale: Scale) => `self-test:${scale.key}`
const most = 20

export function readKept(scale: Scale): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(scale)) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

export function keep(scale: Scale, result: Kept): Kept[] {
  const list = [result, ...readKept(scale)].slice(0, most)
  localStorage.setItem(keyOf(scale), JSON.stringify(list))
  return list
}

export const forget = (scale: Scale): void => localStorage.removeItem(keyOf(scale))
