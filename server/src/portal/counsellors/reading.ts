// The directory as one caller sees it: with whom that account follows.
import { makeReader } from '../../kit/reading.ts'
import * as store from './store.ts'

export type CounsellorSeen = store.CounsellorRow & { is_followed: boolean }

export const counsellorReader = makeReader({
  rows: store.listCounsellors,
  weigh: (row) => row.description.length + row.qualification.length,
  kept: store.listFollows,
  see: (row, keeps): CounsellorSeen => ({ ...row, is_followed: keeps('follow') }),
})
