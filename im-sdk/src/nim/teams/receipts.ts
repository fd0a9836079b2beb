// Read receipts in teams. Loaded on first use.
import type { TeamReadAccounts, TeamReadReceipt } from '@xinqiao/contract/im/team/team-receipts.ts'
import type { NimCore } from '../core/core.ts'
import { callDone, passResult } from '../core/done-callback.ts'
import type { NimError, WithDone } from '../core/options.ts'

type ReadReceiptRef = { teamId: string; idServer: string; idClient?: string }
type ReadReceiptRefs = { teamMsgReceipts: ReadReceiptRef[] }
/** The result is the third argument; the second one is the list that the page asked for. */
type ReadsDone = (
  error: NimError | null,
  asked?: ReadReceiptRefs,
  content?: { teamMsgReceipts: TeamReadReceipt[] },
) => void

type ReadersDone = (error: NimError | null, result?: TeamReadAccounts, content?: TeamReadAccounts) => void

const toReadReceiptRef = ({ teamId, idServer }: ReadReceiptRef) => ({ teamId, idServer })

export const createTeamReceiptsApi = ({ client }: Pick<NimCore, 'client'>) => ({
  sendTeamMsgReceipt({ teamMsgReceipts, done }: ReadReceiptRefs & WithDone<null>): void {
    const input = { teamMsgReceipts: teamMsgReceipts.map(toReadReceiptRef) }
    callDone(done, () => client.request('team.sendTeamMsgReceipt', input))
  },
  getTeamMsgReads({ teamMsgReceipts, done }: ReadReceiptRefs & { done?: ReadsDone }): void {
    const input = { teamMsgReceipts: teamMsgReceipts.map(toReadReceiptRef) }
    void passResult(
      client.request('team.getTeamMsgReads', input),
      (content) => done?.(null, { teamMsgReceipts }, content),
      (error) => done?.(error),
    )
  },
  /** The result is the second and the third argument: pages read either. */
  getTeamMsgReadAccounts({ teamMsgReceipt, done }: { teamMsgReceipt: ReadReceiptRef } & { done?: ReadersDone }): void {
    void passResult(
      client.request('team.getTeamMsgReadAccounts', { teamMsgReceipt: toReadReceiptRef(teamMsgReceipt) }),
      (content) => done?.(null, content, content),
      (error) => done?.(error),
    )
  },
})
