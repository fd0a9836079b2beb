// Calls of the server API about chatrooms.
import { z } from 'zod'
import { chatroomLimits, ChatroomId } from '../im/chatroom-model.ts'
import { IdClient } from '../im/messages.ts'
import { AccountName as Accid } from './import.ts'
import { Flag, limitedText, wholeNumber } from './forms.ts'

export const ServerRoom = z.object({
  roomid: z.number(),
  valid: z.boolean(),
  muted: z.boolean(),
  name: z.string(),
  announcement: z.string(),
  broadcasturl: z.string(),
  ext: z.string(),
  queuelevel: z.number(),
  creator: z.string(),
})

const texts = {
  announcement: limitedText(chatroomLimits.announcement),
  broadcasturl: limitedText(chatroomLimits.url),
  ext: limitedText(chatroomLimits.custom),
}
const roomid = ChatroomId.transform(Number)

/** Inputs of the calls, whose rows are in server-api.ts. */
export const roomForms = {
  create: z.strictObject({
    creator: Accid,
    name: limitedText(chatroomLimits.name).min(1, '不能为空'),
    announcement: texts.announcement.default(''),
    broadcasturl: texts.broadcasturl.default(''),
    ext: texts.ext.default(''),
    queuelevel: wholeNumber(0, 1).default(0),
    allowAnonymous: Flag.default(false),
    historyDays: wholeNumber(1, 3_650).default(30),
  }),
  get: z.strictObject({ roomid }),
  toggleCloseStat: z.strictObject({ roomid, operator: Accid, valid: Flag }),
  /** Backends of such services also pass the visitor, who needs no address of their own. */
  requestAddr: z.strictObject({ roomid, accid: Accid.optional(), clienttype: limitedText(8).optional() }),
  muteRoom: z.strictObject({
    ...{ roomid, operator: Accid, mute: Flag, needNotify: Flag.default(true) },
    notifyExt: limitedText(chatroomLimits.custom).default(''),
  }),
  recall: z.strictObject({
    ...{ roomid, operator: Accid, fromAcc: Accid, msgId: IdClient },
    notifyExt: limitedText(chatroomLimits.custom).default(''),
  }),
}
