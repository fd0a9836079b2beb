// Steps of tests with comments and pins, as pages take them.
import type { MessagePin, QuickComment } from '@xinqiao/contract/im/messages/message-marks.ts'
import type { NimMessage } from '../src/nim/present/messages.ts'
import { waitForDone, type Page } from './page.ts'

/** @returns the id of a team of the first page with the others */
export const createTeam = async (pages: readonly [Page, ...Pick<Page, 'accid'>[]]) => {
  const accounts = pages.slice(1).map(({ accid }) => accid)
  const input = { type: 'advanced', name: '互助', beInviteMode: 'noVerify', accounts } as const
  return (await pages[0].nim.client.request('team.createTeam', input)).state.team.teamId
}
export const comment = ({ nim }: Page, msg: NimMessage, body: number, extra: object = {}) =>
  waitForDone<{ comment: QuickComment }>((done) => nim.addQuickComment({ msg, body, ...extra, done }))
export const listComments = ({ nim }: Page, msgs: NimMessage[]) =>
  waitForDone<{ comments: QuickComment[]; commentTimetag: number; idClient: string }[]>((done) =>
    nim.getQuickComments({ msgs, done }),
  )
export const pin = ({ nim }: Page, msg: NimMessage, pinCustom = '') =>
  waitForDone<MessagePin>((done) => nim.addMsgPin({ msg, pinCustom, done }))
export const unpin = ({ nim }: Page, msg: NimMessage) =>
  waitForDone<MessagePin>((done) => nim.deleteMsgPin({ msg, done }))
export const listPins = async ({ nim }: Page, id: string) =>
  (await waitForDone<{ pins: { idServer: string; pinCustom: string }[] }>((done) => nim.getMsgPins({ id, done }))).pins
/** Further arguments of the last call of this callback. */
export const lastRest = (page: Page, name: string) => page.calls.findLast((call) => call.name === name)?.rest
