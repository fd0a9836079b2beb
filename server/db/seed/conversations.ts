// The conversations between members and counsellors of the demo site, from content/conversations.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { dayMs, minuteMs } from '@xinqiao/contract/time.ts'
import { selectAccount } from '../../src/im/auth/store.ts'
import { ensureAccount } from '../../src/im/auth/tokens.ts'
import { raiseAlert } from '../../src/im/crisis/raise/raise.ts'
import { insertFileShare } from '../../src/im/file/store.ts'
import { createObjectName, createUploadToken } from '../../src/im/file/tokens.ts'
import { receivePart } from '../../src/im/file/upload.ts'
import { detectCrisis } from '../../src/crisis/detect.ts'
import type { Kit } from '../../src/kit/ctx.ts'
import { createConversation, textLine, type ConversationLine } from '../fixtures/conversation.ts'
import { readContent } from './content.ts'

const FrontMatter = z.strictObject({
  member: z.string(),
  doctor: z.string(),
  /** Days before today, and the time of the first line. The other lines follow every two minutes. */
  daysAgo: z.number(),
  clock: z.string(),
  unread: z.number().optional(),
})
type ConversationScript = z.output<typeof FrontMatter> & { lines: (readonly ['member' | 'doctor', string])[] }

export const readScripts = (): ConversationScript[] =>
  readContent('conversations', FrontMatter).map(({ data, text }) => ({
    ...data,
    lines: text.split('\n\n').map((line) => {
      const end = line.indexOf('：')
      return [line.slice(0, end) === '会员' ? 'member' : 'doctor', line.slice(end + 1)] as const
    }),
  }))

const nameOf = (key: string) => key.replace(' ', '-')

/** Renders the drawing of the breathing exercise, and uploads it as the counsellor, as a device would. */
async function createPicture(
  kit: Kit,
  doctorId: number,
  memberId: number,
  idClient: string,
): Promise<ConversationLine['content']> {
  const svg = readFileSync(path.join(import.meta.dirname, 'art/breathing.svg'))
  const bytes = await sharp(svg, { density: 144 })
    .resize({ width: 960 })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
  const doctor = await ensureAccount(kit.sql, doctorId)
  const member = await ensureAccount(kit.sql, memberId)
  const object = createObjectName()
  const token = createUploadToken(kit.secrets, { object, imId: doctor.id, login: 0, survivalSeconds: null })
  const part = {
    object,
    token,
    offset: 0,
    isLast: true,
    context: '',
    contentType: 'image/png',
    name: '呼吸练习.png',
    bytes,
  }
  const { file } = await receivePart(kit, part)
  const { docId, kind: _kind, ...shown } = file!
  await insertFileShare(kit.sql, Number(docId), member.accid, { senderId: doctor.id, idClient })
  return { type: chatMessageTypes.image, file: shown }
}

/**
 * @param today midnight in China
 * @param idOf returns portal accounts by username
 */
export async function seedConversations(kit: Kit, today: number, idOf: ReadonlyMap<string, number>): Promise<void> {
  const pairs = new Map<string, { memberId: number; doctorId: number; lines: ConversationLine[]; unread: number }>()
  for (const [i, script] of readScripts().entries()) {
    const memberId = idOf.get(script.member)!
    const doctorId = idOf.get(script.doctor)!
    const [hour = 0, minute = 0] = script.clock.split(':').map(Number)
    const wantedStart = today - script.daysAgo * dayMs + (hour * 60 + minute) * minuteMs
    // no line may lie in the future, whatever the hour of seeding
    const start = Math.min(wantedStart, Date.now() - (script.lines.length + 1) * 2 * minuteMs)
    const key = `${script.member} ${script.doctor}`
    const pair = pairs.get(key) ?? { memberId, doctorId, lines: [], unread: 0 }
    for (const [index, [from, text]] of script.lines.entries()) {
      const at = start + index * 2 * minuteMs + i
      const isPicture = text === '@picture'
      // oxlint-disable-next-line no-await-in-loop -- one picture per script
      const line = isPicture
        ? {
            from,
            at,
            content: await createPicture(kit, doctorId, memberId, `seed-${nameOf(key)}-${pair.lines.length}`),
          }
        : textLine(from, text, at)
      pair.lines.push(line)
    }
    pair.unread = script.unread ?? 0
    pairs.set(key, pair)
  }
  for (const [key, pair] of pairs) {
    // oxlint-disable no-await-in-loop -- always in the same order
    await createConversation(kit, { ...pair, key: nameOf(key) })
    const [member, doctor] = [await ensureAccount(kit.sql, pair.memberId), await ensureAccount(kit.sql, pair.doctorId)]
    for (const { from, at, content } of pair.lines) {
      const level = from === 'member' && 'text' in content ? detectCrisis(content.text) : null
      if (level) await raiseAlert(kit.sql, { imId: member.id, to: doctor.accid, level, time: at })
    }
    // oxlint-enable no-await-in-loop
  }
  // the demo site sends no notices about its own content
  await kit.sql`update crisis_alert set calls = 3, called_at = now() + interval '100 years'`
  // the other accounts must be found in the chat before their first visit
  for (const id of idOf.values()) {
    // oxlint-disable-next-line no-await-in-loop -- few accounts, and the same order in every seed
    if (!(await selectAccount(kit.sql, id))) await ensureAccount(kit.sql, id)
  }
}
