// Forms that came to nothing are forgotten: nobody keeps an ID number for which there is no purpose any more (PIPL 19).
import type { Kit } from '../../kit/ctx.ts'
import { removePrivate } from '../../kit/private-files.ts'
import { emptyOldForms, listLooseResumes } from './application-store.ts'

/** @returns how many forms and files went */
export async function forgetOld(kit: Kit): Promise<number> {
  const forms = await emptyOldForms(kit.sql)
  const files = await listLooseResumes(kit.sql, 200)
  for (const key of files) await removePrivate(kit, key)
  return forms + files.length
}
