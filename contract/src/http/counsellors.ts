// Counsellors: the directory and who follows whom.
import { z } from 'zod'
import { call, Done, Id, optional, pageOf, paging, text } from './row.ts'
import { pageSizes } from '../limits.ts'

const Counsellor = z.object({
  id: z.number(),
  userId: z.number(),
  nickname: z.string(),
  avatarName: z.string(),
  department: z.string(),
  professionalTitle: z.string(),
  description: z.string(),
  qualification: z.string(),
  domainSet: z.array(z.object({ id: z.number(), domain: z.string() })),
  price: z.number(),
  duration: z.string(),
  accid: z.string(),
  collectStatus: z.boolean(),
})
const Follow = z.object({ consultDoctorId: Id, userId: optional(Id) })

export const counsellors = {
  'GET /consultDoctor/list': call({
    who: 'anyone',
    summary: '咨询师列表',
    input: z.object({ ...paging(pageSizes.counsellors), sex: optional(Id), key: optional(text(50)) }),
    output: pageOf(Counsellor),
  }),
  'GET /consultDoctor/getById': call({
    who: 'anyone',
    summary: '咨询师详情；userId 是咨询师的账号',
    input: z.object({ id: Id, userId: optional(Id) }),
    output: Counsellor,
  }),
  'GET /consultDoctorCollect/list': call({
    who: 'user',
    own: ['userId'],
    summary: '我关注的咨询师',
    input: z.object({ ...paging(8), userId: optional(Id) }),
    output: pageOf(Counsellor),
  }),
  'POST /consultDoctorCollect/add': call({
    who: 'user',
    own: ['userId'],
    summary: '关注',
    input: Follow,
    output: Done,
  }),
  'POST /consultDoctorCollect/del': call({
    who: 'user',
    own: ['userId'],
    summary: '取消关注',
    input: Follow,
    output: Done,
  }),
}
