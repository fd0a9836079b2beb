// The subject of an order in the columns of pay_order.
import type { Rows } from '../../../../db/rows.ts'
import type { OrderSubject } from '../../../kit/pay/order-kind.ts'

type SubjectColumns = Pick<Rows['pay_order'], 'subject_type' | 'subject_id' | 'fee_id' | 'previous_term_until'>

export const toSubjectColumns = (subject: OrderSubject): SubjectColumns => ({
  subject_type: subject.type,
  subject_id: subject.id,
  fee_id: 'feeId' in subject ? subject.feeId : null,
  previous_term_until: 'previousTermUntil' in subject ? subject.previousTermUntil : null,
})

/** @throws RangeError for columns that fit no subject; constraints of the table refuse them, too */
export function readSubject(row: SubjectColumns): OrderSubject {
  const { subject_type: type, subject_id: id, fee_id: feeId, previous_term_until: previousTermUntil } = row
  if (type === 'registration' || type === 'booking') return { type, id }
  if (type === 'application' && feeId !== null) return { type, id, feeId }
  if (type === 'member' && feeId !== null && previousTermUntil !== null) return { type, id, feeId, previousTermUntil }
  throw new RangeError(`order subject of type ${type} is incomplete or unknown`)
}

export function isSameSubject(subject: OrderSubject, other: OrderSubject): boolean {
  const [a, b] = [toSubjectColumns(subject), toSubjectColumns(other)]
  return (
    a.subject_type === b.subject_type &&
    a.subject_id === b.subject_id &&
    a.fee_id === b.fee_id &&
    a.previous_term_until === b.previous_term_until
  )
}

/** @throws RangeError for a subject that this kind never creates */
export function subjectIdOf(subject: OrderSubject, type: OrderSubject['type']): number {
  if (subject.type !== type) throw new RangeError(`an order for a ${type} has a ${subject.type} as its subject`)
  return subject.id
}
