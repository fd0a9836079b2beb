// Tests which lines of a conversation are files that were not sent.
import { expect, test } from 'vitest'
import type { ChatLine, Thread } from '@xinqiao/im-sdk/chat/state/state.ts'
import { listUnsentFiles } from './unsent-files.ts'

const createLine = (key: string, changes: Partial<ChatLine>): ChatLine =>
  ({ key, isOwn: true, idServer: null, status: 'sending', content: { type: 0, text: '好' }, ...changes }) as ChatLine
const fileContent = (type: 1 | 6, name: string) =>
  ({ type, file: { url: '', name, ext: 'unknown', size: 1 } }) as ChatLine['content']

test('lists files that wait or failed, and no texts or sent files', () => {
  const lines = [
    createLine('text', { status: 'fail' }),
    createLine('sent', { status: 'success', idServer: '1', content: fileContent(6, '旧.docx') }),
    createLine('other', { isOwn: false, content: fileContent(6, '对方.docx') }),
    createLine('waiting', { content: fileContent(6, '记录.docx') }),
    createLine('failed', { status: 'fail', content: fileContent(1, '图.png') }),
  ]
  expect(listUnsentFiles({ threads: new Map([['u1', { lines } as unknown as Thread]]) })).toEqual([
    { to: 'u1', key: 'waiting', name: '记录.docx', isPicture: false },
    { to: 'u1', key: 'failed', name: '图.png', isPicture: true },
  ])
})
