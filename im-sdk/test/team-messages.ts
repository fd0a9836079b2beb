// Steps of tests with messages in teams, as pages take them.
import type { NimMessage } from '../src/nim/present/messages.ts'
import { findSession, sendText, textsOf, waitForDone, type Page } from './page.ts'
import { until } from './people.ts'

export const sendTeamText = (page: Page, teamId: string, text: string) =>
  sendText(page, teamId, text, { scene: 'team' })
export const recallMessage = ({ nim }: Page, msg: NimMessage, extra: object = {}) =>
  waitForDone((done) => nim.recallMsg({ msg, ...extra, done }))
export const editMessage = ({ nim }: Page, message: NimMessage, text: string) =>
  waitForDone<{ message: NimMessage }>((done) => nim.modifyMessage({ message, params: { text }, done }))
export const readTexts = async ({ nim }: Page, teamId: string) => {
  const input = { scene: 'team', to: teamId, msgTypes: ['text'] }
  return textsOf((await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getHistoryMsgs({ ...input, done }))).msgs)
}
export const lastTextOf = (page: Page, teamId: string) => findSession(page, teamId)?.lastMsg?.text
export const unreadOf = (page: Page, teamId: string) => findSession(page, teamId)?.unread
export const becomesUnread = (page: Page, teamId: string, count: number) =>
  until(() => unreadOf(page, teamId) === count, `${count} unread messages`)
