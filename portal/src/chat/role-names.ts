// Names of the roles in a group, for people with more rights than others.
import type { MemberRole } from '@xinqiao/contract/im/team-model.ts'

const groupNames: Record<MemberRole, string> = { owner: '组长', manager: '管理员', normal: '' }
/** Groups of the association. */
const peerGroupNames: Record<MemberRole, string> = { owner: '带领者', manager: '协同带领者', normal: '' }

/** @returns '' for an ordinary member */
export const nameRole = (role: MemberRole, isManaged = false): string => (isManaged ? peerGroupNames : groupNames)[role]
