// Names of the roles in a group.
import type { MemberRole } from '@xinqiao/contract/im/team-model.ts'

export const roleNames: Record<MemberRole, string> = { owner: '组长', manager: '管理员', normal: '成员' }
