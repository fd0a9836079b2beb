// Read receipts in teams. Loaded with the first call.
import type { TeamReadAccounts, TeamReceipt } from '@xinqiao/contract/im/team-receipts.ts'
import type { NimCore } from '../core/core.ts'
import { callDone, passResult } from '../core/done-callback.ts'
import type { NimError, WithDone } from '../core/options.ts'

type ReceiptPlace = { teamId: string; idServer: string; idClient?: string }
type ReceiptPlaces = { teamMsgReceipts: ReceiptPlace[] }
/** The result is the third argument; the second one is the list that the page asked for. */
type ReadsDone = (error: NimError | null, asked?: ReceiptPlaces, content?: { teamMsgReceipts: TeamReceipt[] }) => void

const toPlace = ({ teamId, idServer }: ReceiptPlace) => ({ teamId, idServer })

export const createReceiptsApi = ({ client }: NimCore) => ({
  sendTeamMsgReceipt({ teamMsgReceipts, done }: ReceiptPlaces & WithDone<null>): void {
    const input = { teamMsgReceipts: teamMsgReceipts.map(toPlace) }
    callDone(done, () => client.request('team.sendTeamMsgReceipt', input))
  },
  getTeamMsgReads({ teamMsgReceipts, done }: ReceiptPlaces & { done?: ReadsDone }): void {
    const input = { teamMsgReceipts: teamMsgReceipts.map(toPlace) }
    void passResult(
      client.request('team.getTeamMsgReads', input),
      (content) => done?.(null, { teamMsgReceipts }, content),
      (error) => done?.(error),
    )
  },
  getTeamMsgReadAccounts(options: { teamMsgReceipt: ReceiptPlace } & WithDone<TeamReadAccounts>): void {
    const input = { teamMsgReceipt: toPlace(options.teamMsgReceipt) }
    callDone(options.done, () => client.request('team.getTeamMsgReadAccounts', input))
  },
})
