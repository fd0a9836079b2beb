// A message in one sentence.
import type { SiteMessage } from '@xinqiao/contract/http/messages/messages.ts'
import { siteMessageTypes } from '@xinqiao/contract/notices.ts'

export function describeMessage({ type, kind, fromName, problemTitle, bulletinContent }: SiteMessage): string {
  if (kind === 'kept') return `${fromName}回答了您收藏的问题：${problemTitle}`
  if (kind === 'followed') return `您关注的${fromName}回答了问题：${problemTitle}`
  if (type === siteMessageTypes.answer) return `${fromName}回答了您的问题：${problemTitle}`
  if (type === siteMessageTypes.like) return `${fromName}赞了您的回答：${problemTitle}`
  return type === siteMessageTypes.bulletin ? bulletinContent : problemTitle
}
