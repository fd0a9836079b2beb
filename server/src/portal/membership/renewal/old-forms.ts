// Retention of application forms: an ID number without a purpose is deleted (PIPL 19).
import type { Kit } from '../../../kit/ctx.ts'
import { removePrivateFile } from '../../../kit/files/private-files.ts'
import { deleteOldFormContents, selectUnusedResumes } from '../records/application-store.ts'

/** @returns the number of deleted forms and files */
export async function deleteOldForms(kit: Kit): Promise<number> {
  const forms = await deleteOldFormContents(kit.sql)
  const files = await selectUnusedResumes(kit.sql, 200)
  for (const key of files) await removePrivateFile(kit, key)
  return forms + files.length
}
