// A module is a part of the server: its endpoints, jobs, order kinds, exports and chat commands. modules.ts lists all.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Kit } from './ctx.ts'
import type { ChangeReaders, ChatCommand, ImCtx, ImHandlers } from './chat/im-ctx.ts'
import type { SitePort } from './site-port.ts'
import type { ExportKindOf } from './exports/export-kind.ts'
import type { Job } from './jobs.ts'

export type BackendAnswer = { to: string; questionId: string; text: string }
export type Module = {
  /** Handlers of endpoints, by key of the contract. */
  handlers?: object
  jobs?: readonly Job[]
  orderKinds?: Kit['orderKinds']
  exportKinds?: Partial<Kit['exportKinds']>
  commands?: (kit: Kit, site: SitePort) => ImHandlers<ChatCommand>
  readers?: (kit: Kit) => ChangeReaders
  /** True for chat commands whose texts are read even when the rate limit refuses them. */
  readsRefusedTexts?: (name: CommandName) => boolean
  /** Writes answers of robots for the backends of their apps. */
  answerWriter?: (kit: Kit) => (answer: BackendAnswer, ctx: ImCtx) => Promise<WireMessage>
}

/** Checks the row type within one kind; the table of all kinds does not contain it. */
export const defineExportKind = <Row extends { id: number }>(kind: ExportKindOf<Kit, Row>): ExportKindOf<Kit> =>
  kind as unknown as ExportKindOf<Kit>
