// The demo accounts of README.md: usernames, phones and roles exactly as there.
import { roles, type RoleId } from '@xinqiao/contract/roles.ts'

export type Person = { username: string; phone: string; roleId: RoleId; nickname: string; gender: 1 | 2 }

const counsellors: [string, 1 | 2][] = [
  ['林静安', 2],
  ['周明远', 1],
  ['沈若水', 2],
  ['高致和', 1],
  ['许慧宁', 2],
  ['方立言', 1],
  ['陆思齐', 2],
  ['程以恒', 1],
  ['叶知秋', 2],
  ['唐守真', 1],
  ['苏念慈', 2],
  ['顾怀瑾', 1],
]
const members: [string, 1 | 2][] = [
  ['王小禾', 2],
  ['李书涵', 1],
  ['张清和', 2],
  ['陈以南', 1],
  ['刘见山', 1],
  ['赵晚晴', 2],
]

/** Further accounts that applied for membership, so that reviewers have work. */
const applicants: [string, 1 | 2][] = [
  ['何知微', 2],
  ['罗恒之', 1],
  ['邓若兰', 2],
  ['孟怀瑜', 1],
  ['尹思远', 1],
]

export const people: readonly Person[] = [
  { username: 'admin', phone: '13800000001', roleId: roles.administrator, nickname: '秘书处管理员', gender: 2 },
  { username: 'editor', phone: '13800000011', roleId: roles.editor, nickname: '内容编辑', gender: 2 },
  { username: 'finance', phone: '13800000012', roleId: roles.finance, nickname: '财务专员', gender: 1 },
  { username: 'examiner', phone: '13800000013', roleId: roles.examiner, nickname: '考务专员', gender: 1 },
  { username: 'service', phone: '13800000014', roleId: roles.service, nickname: '客服与审核', gender: 2 },
  ...counsellors.map(([nickname, gender], i) => ({
    username: `doctor${i + 1}`,
    phone: `${13_800_000_101 + i}`,
    roleId: roles.counsellor,
    nickname,
    gender,
  })),
  ...members.map(([nickname, gender], i) => ({
    username: `member${i + 1}`,
    phone: `${13_800_000_201 + i}`,
    roleId: roles.user,
    nickname,
    gender,
  })),
  ...applicants.map(([nickname, gender], i) => ({
    username: `applicant${i + 1}`,
    phone: `${13_800_000_301 + i}`,
    roleId: roles.user,
    nickname,
    gender,
  })),
]
