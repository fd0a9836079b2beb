// Corrections of a member's data by the secretariat: with a reason, and validated like an application. The member is
// notified. The audit log names the changed fields without their values.
import { fail, failField, orNotFound } from '@xinqiao/contract/errors.ts'
import { isCreditCodeValid, readIdNumber } from '@xinqiao/contract/id-numbers.ts'
import {
  applicationMessages as said,
  creditCodePattern,
  idCardPattern,
  type MemberKind,
} from '@xinqiao/contract/membership.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { viewerOf, type KitInTransaction, type AuditedCtx } from '../../../kit/ctx.ts'
import { type Tx } from '../../../kit/db/db.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { chinaDay } from '../../../kit/time.ts'
import { requireLevelForMove } from '../rules/change-level.ts'
import { renewMemberCertificate } from '../rules/member-certificate.ts'
import { idNumberIndexOf, phoneIndexOf } from '../records/sealed-form.ts'
import * as store from '../records/member-store.ts'
import { getMember } from './members.ts'
import { notifyMember } from '../rules/notify-member.ts'

type MemberCorrection = {
  id: number
  version: number
  name: string
  organization: string
  idNumber?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  levelId?: number | undefined
  reason: string
}

function checkIdNumber(kind: MemberKind, number: string): void {
  if (kind === 'unit') {
    if (!creditCodePattern.test(number.toUpperCase()) || !isCreditCodeValid(number.toUpperCase()))
      throw failField('idNumber', said.creditCodeWrong)
    return
  }
  if (!idCardPattern.test(number)) throw failField('idNumber', said.idCardWrong)
  const { isCheckRight, birthDay } = readIdNumber(number, chinaDay())
  if (!isCheckRight || !birthDay) throw failField('idNumber', '身份证号码校验位或出生日期不符，请核对证件')
}

/** @returns the values to write, and the names of their fields */
async function readChanges(kit: KitInTransaction, tx: Tx, member: store.MemberRow, correction: MemberCorrection) {
  const { secrets } = kit
  const values: store.MemberValues = {}
  const titles: string[] = []
  const isUnit = member.kind === 'unit'
  const addChange = (title: string, more: store.MemberValues) => {
    titles.push(title)
    Object.assign(values, more)
  }
  if (correction.name !== member.name) addChange(isUnit ? '单位名称' : '姓名', { name: correction.name })
  if (correction.organization !== member.organization)
    addChange(isUnit ? '会员代表' : '所在单位', { organization: correction.organization })
  const index = correction.idNumber ? idNumberIndexOf(secrets, correction.idNumber) : null
  const phone = correction.phone ? phoneIndexOf(secrets, correction.phone) : null
  const takenIdentifiers = await store.selectTakenIdentifiers(
    tx,
    member.kind,
    { number: '', idNumber: index, phone },
    member.id,
  )
  if (correction.idNumber) {
    checkIdNumber(member.kind, correction.idNumber)
    if (takenIdentifiers.id_number) throw failField('idNumber', '该证件号码已有会员在使用')
    const sealed = secrets.seal(correction.idNumber.toUpperCase(), sealBindings.memberIdNumber(member.id))
    addChange(isUnit ? '统一社会信用代码' : '身份证号码', { id_number_sealed: sealed, id_number_index: index })
  }
  if (correction.phone && phone) {
    if (takenIdentifiers.phone) throw failField('phone', '该手机号码已有会员在使用')
    const sealed = secrets.seal(correction.phone, sealBindings.memberPhone(member.id))
    addChange('手机号码', { phone_sealed: sealed, phone_index: phone })
  }
  if (correction.email)
    addChange('邮箱', { email_sealed: secrets.seal(correction.email, sealBindings.memberEmail(member.id)) })
  return { values, titles }
}

/** @throws Failure notFound, wrongState, changedMeanwhile, invalid */
export const correctMember = async (ctx: AuditedCtx, correction: MemberCorrection) => {
  const { kit, tx } = ctx
  const { id, version, levelId, reason } = correction
  const member = orNotFound(await store.lockMember(tx, id))
  if (member.state === 'left') throw fail('wrongState')
  if (member.version !== version) throw fail('changedMeanwhile')
  const { values, titles } = await readChanges(kit, tx, member, correction)
  const level = levelId && levelId !== member.level_id ? await requireLevelForMove(tx, member, levelId) : null
  if (levelId && level) values.level_id = levelId
  const changedFields = [...titles, ...(level ? ['会员类别'] : [])]
  if (changedFields.length === 0) throw fail('invalid', '没有改动')
  await store.updateMember(tx, id, values)
  await renewMemberCertificate(tx, id)
  await recordAudit(tx, {
    actorId: viewerOf(ctx).id,
    action: 'memberCorrected',
    subject: `member ${id}`,
    reason,
    detail: { changed: changedFields.join('、') },
  })
  const noticeTitle = [
    ...(level ? [`您的会员类别已改为“${level.title}”${level.next}`] : []),
    ...(titles.length > 0 ? [`协会秘书处更正了您的会员资料（${titles.join('、')}），如有疑问请联系秘书处`] : []),
  ].join('；')
  // the member is notified at the new phone number
  await notifyMember(ctx, { ...member, ...values }, noticeTitle)
  return getMember(kit, id, tx)
}
