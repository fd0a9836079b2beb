// Steps of tests with read receipts in teams, as pages take them.
import { expect } from 'vitest'
import type { TeamReadAccounts, TeamReadReceipt } from '@xinqiao/contract/im/team/team-receipts.ts'
import type { NimMessage } from '../src/nim/present/messages.ts'
import { sendText, waitForDone, type Page } from './page.ts'

export const sendWithReceipts = (page: Page, teamId: string, text: string, needMsgReceipt = true) =>
  sendText(page, teamId, text, { scene: 'team', needMsgReceipt })
export const toReceipt = ({ to, idServer = '', idClient }: NimMessage) => ({ teamId: to, idServer, idClient })
export const sendReadReceipt = ({ nim }: Page, ...msgs: NimMessage[]) =>
  waitForDone<null>((done) => nim.sendTeamMsgReceipt({ teamMsgReceipts: msgs.map(toReceipt), done }))
/** The numbers come as the third argument, behind the list that the page asked for. */
export const getReads = ({ nim }: Page, ...msgs: NimMessage[]) =>
  new Promise<TeamReadReceipt[]>((resolve, reject) => {
    nim.getTeamMsgReads({
      teamMsgReceipts: msgs.map(toReceipt),
      done: (error, asked, content) => {
        if (error) return reject(error)
        expect(asked?.teamMsgReceipts).toHaveLength(msgs.length)
        resolve(content!.teamMsgReceipts)
      },
    })
  })
export const getReadAccounts = ({ nim }: Page, msg: NimMessage) =>
  waitForDone<TeamReadAccounts>((done) => nim.getTeamMsgReadAccounts({ teamMsgReceipt: toReceipt(msg), done }))
