// The texts of a message for staff: the duty list and reports of peer groups.
import { messageTypeOf, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'

const messageTypeNames: Partial<Record<ReturnType<typeof messageTypeOf>, string>> = {
  image: '图片',
  audio: '语音',
  video: '视频',
  file: '文件',
  geo: '位置',
  g2: '通话',
}

/** All text that the sender wrote in a message. For a message that is not plain text, its type comes first. */
export function transcribeMessage({ content }: WireMessage): string {
  const texts = userTextsOf(content)
  if ('text' in content || 'tip' in content) return texts.join('\n')
  return [`［${messageTypeNames[messageTypeOf(content.type)] ?? '消息'}］`, ...texts].join(' ')
}
