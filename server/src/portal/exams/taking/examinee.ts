// Who sits: the account, and whether it is a member's, since an examination may be meant for members.
import { viewerOf, type Ctx } from '../../../kit/ctx.ts'
import type { Examinee } from './store.ts'

export const describeExaminee = (ctx: Ctx): Promise<Examinee> =>
  Promise.resolve({ id: viewerOf(ctx).id, isMember: false })
