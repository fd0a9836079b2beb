// A message as one sentence.
import type { Message } from '@xinqiao/contract/http/messages.ts'

export function sentenceOf({ type, fromName, problemTitle, bulletinContent }: Message): string {
  if (type === 1) return `${fromName}回答了您的问题：${problemTitle}`
  if (type === 3) return `${fromName}赞了您的回答：${problemTitle}`
  return type === 6 ? bulletinContent : problemTitle
}
