// The directory as one caller sees it: with whom that account follows.
import { makeReader, makeRows } from '../../kit/reader.ts'
import * as store from './store.ts'

export type CounsellorSeen = store.CounsellorRow & { is_followed: boolean }

const counsellors = makeRows({
  rows: store.listCounsellors,
  stands: store.whichCounsellorsStand,
  weigh: (row) => row.description.length + row.qualification.length,
})

export const counsellorReader = makeReader(counsellors, {
  kept: store.listFollows,
  see: (row, keeps): CounsellorSeen => ({ ...row, is_followed: keeps('follow', row.id) }),
})
