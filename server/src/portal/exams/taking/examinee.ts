// Who sits: the account, and whether it is a member's, since an examination may be meant for members.
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { isActiveMember } from '../../standing/standing.ts'
import type { Examinee } from './exam-store.ts'

export async function describeExaminee(ctx: Ctx): Promise<Examinee> {
  const { id } = viewerOf(ctx)
  return { id, isMember: await isActiveMember(ctx.kit.sql, id) }
}
