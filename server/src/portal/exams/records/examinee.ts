// The examinee: the account, and whether it is a member, because an examination may be limited to members.
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import { isActiveMember } from '../../member-status/member-status.ts'
import type { ExamCandidate } from './exam-store.ts'

export async function readExaminee(ctx: Ctx): Promise<ExamCandidate> {
  const { id } = viewerOf(ctx)
  return { id, isMember: await isActiveMember(ctx.kit.sql, id) }
}
