// End of retention of a call: deletes works, files and authors. Results and certificates stay.
import { callKinds, type CallKind } from '@xinqiao/contract/submissions.ts'
import type { Kit } from '../../../kit/ctx.ts'
import { transaction } from '../../../kit/db/db.ts'
import { removePrivateFile } from '../../../kit/files/private-files.ts'
import { openPerson, sealPerson, type SubmissionPerson } from '../rules/parts.ts'
import * as purgeStore from './store.ts'

const hasAwardToKeep = (row: purgeStore.PersonalDataRow) => row.award !== null || row.certificate_number !== null

/** Names of award winners were published and stay with the result. Data of all others is deleted. */
function retainedColumnsOf(kit: Kit, kind: CallKind, row: purgeStore.PersonalDataRow) {
  const { name, team } = openPerson(kit, row)
  const members = (team ?? []).map((member) => ({ name: member.name, company: '' }))
  const person: SubmissionPerson = hasAwardToKeep(row) ? { name, team: members } : {}
  // the title of an application contains the name of the proposed person
  const title = kind === 'individual' && !hasAwardToKeep(row) ? callKinds[kind].noun : row.title
  return { title, person_sealed: sealPerson(kit, row.id, person) }
}

/**
 * Job: deletes the personal data of calls for papers whose retention period has ended.
 * @returns the number of purged calls
 */
export async function purgeOldCalls(kit: Kit): Promise<number> {
  const endedCalls = await purgeStore.selectCallsToPurge(kit.sql)
  for (const { id } of endedCalls) {
    const files = await transaction(kit.sql, async (tx) => {
      const call = await purgeStore.lockCallToPurge(tx, id)
      if (!call) return []
      const rows = await purgeStore.lockPersonalData(tx, id)
      await purgeStore.deleteDraftsOfCall(tx, id)
      for (const row of rows) await purgeStore.deletePersonalData(tx, row.id, retainedColumnsOf(kit, call.kind, row))
      await purgeStore.deletePersonalDataOfCall(tx, id)
      return rows.flatMap((row) => row.file_key ?? [])
    })
    for (const key of files) await removePrivateFile(kit, key)
  }
  return endedCalls.length
}
