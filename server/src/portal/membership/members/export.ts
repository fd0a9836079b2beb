// Export of the members: masked, or unmasked for the secretariat.
import { fail } from '@xinqiao/contract/errors.ts'
import { MemberFilters } from '@xinqiao/contract/http/membership/members.ts'
import { memberStates } from '@xinqiao/contract/membership.ts'
import { defineExportKind } from '../../../kit/module.ts'
import { maskEmail, maskIdNumber, maskPhone } from '../../../kit/text/masks.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import type { SealBinding } from '../../../kit/auth/secrets.ts'
import * as store from '../records/member-store.ts'
import { toMemberQuery } from './members.ts'

export const memberExport = defineExportKind<store.MemberDetailRow>({
  who: ['administrator'],
  fullFor: ['administrator'],
  action: 'membersExported',
  subjectOf: () => 'members',
  open(kit, query, isFull) {
    const parsed = MemberFilters.safeParse(query)
    if (!parsed.success) throw fail('invalid')
    const memberQuery = toMemberQuery(kit, parsed.data)
    const openValue = (sealed: Uint8Array | null, binding: SealBinding, mask: (text: string) => string) => {
      if (!sealed) return null
      const whole = kit.secrets.open(sealed, binding)
      return isFull ? whole : mask(whole)
    }
    return {
      count: () => store.countMembers(kit.sql, memberQuery),
      next: (afterId, limit) => store.selectMembersAfter(kit.sql, memberQuery, afterId, limit),
      columns: [
        { title: '会员编号', value: (row) => row.number },
        { title: '姓名或单位', width: 24, value: (row) => row.name },
        { title: '类别', value: (row) => row.level_title },
        { title: '所在单位或会员代表', width: 28, value: (row) => row.organization },
        { title: '性别', width: 8, value: (row) => row.gender },
        {
          title: '证件号码',
          width: 24,
          value: (row) => openValue(row.id_number_sealed, sealBindings.memberIdNumber(row.id), maskIdNumber),
        },
        { title: '手机号码', value: (row) => openValue(row.phone_sealed, sealBindings.memberPhone(row.id), maskPhone) },
        {
          title: '邮箱',
          width: 24,
          value: (row) => openValue(row.email_sealed, sealBindings.memberEmail(row.id), maskEmail),
        },
        { title: '状态', width: 10, value: (row) => memberStates[row.state] },
        { title: '入会日期', value: (row) => row.joined_on },
        { title: '会期开始', value: (row) => row.term_from },
        { title: '会期截止', value: (row) => row.term_until },
      ],
    }
  },
})
