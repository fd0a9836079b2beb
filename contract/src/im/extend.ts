// Pinned sessions (`stickTop` on the wire), and messages by server id.
import { z } from 'zod'
import { Accid } from './auth.ts'
import { WireMessage } from './messages.ts'
import { notice } from './notify.ts'
import { command, service } from './row.ts'
import { Scene, SessionId, Time } from './scene.ts'

export const stickTopLimits = { sessions: 100, custom: 512 } as const
const TopCustom = z
  .string('topCustom必须是字符串')
  .max(stickTopLimits.custom, `topCustom不能超过${stickTopLimits.custom}个字符`)

export const StickTop = z.object({
  id: z.string(),
  topCustom: z.string(),
  /** False when the session is no longer pinned. */
  isTop: z.boolean(),
  createTime: z.number(),
  updateTime: z.number(),
})
export type StickTop = z.output<typeof StickTop>

export const msgExtend = service(
  23,
  {
    getMsgsByIdServer: command(2, {
      who: 'chat',
      input: z.object({
        reqMsgs: z
          .array(z.object({ scene: Scene, from: Accid, to: Accid, time: Time, idServer: notice.IdServer }))
          .min(1, 'reqMsgs不能为空数组')
          .max(100, 'reqMsgs不能超过100条'),
      }),
      output: z.object({ msgs: z.array(WireMessage) }),
    }),
    addStickTopSession: command(11, {
      who: 'chat',
      texts: ['topCustom'],
      input: z.object({ id: SessionId, topCustom: TopCustom.default('') }),
      output: z.null(),
      errors: ['invalid', 'notFound'],
    }),
    updateStickTopSession: command(12, {
      who: 'chat',
      texts: ['topCustom'],
      input: z.object({ id: SessionId, topCustom: TopCustom.default('') }),
      output: z.null(),
      errors: ['notFound'],
    }),
    deleteStickTopSession: command(13, { who: 'chat', input: z.object({ id: SessionId }), output: z.null() }),
    getStickTopSessions: command(14, {
      who: 'chat',
      input: z.object({}),
      output: z.object({ stickTopSessions: z.array(StickTop) }),
    }),
  },
  {},
)
