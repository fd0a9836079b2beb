// Presents messages that were recalled or deleted; nothing of their content is left.
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'

type RemovedRow = {
  scene: Scene
  from_accid: string
  to_accid: string
  id_client: string
  id: number
  seq: number
  time: number
  ps: string
  attach: string
}

export const presentRemovedMessage = (
  row: RemovedRow,
  { isRecalled, goneTime }: Pick<RemovedMessage, 'isRecalled' | 'goneTime'>,
): RemovedMessage => ({
  scene: row.scene,
  from: row.from_accid,
  to: row.to_accid,
  idClient: row.id_client,
  idServer: `${row.id}`,
  seq: row.seq,
  time: row.time,
  isRecalled,
  goneTime,
  ps: row.ps,
  attach: row.attach,
})
