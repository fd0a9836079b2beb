// Counsellors: the directory and followers.
import { z } from 'zod'
import { endpoint, EmptyReply, Id, optional, pageSchemaOf, paging, toLimits, text, Time, SmallId } from '../endpoint.ts'
import { pageSizes } from '../../limits.ts'
import { Domain } from '../qa/questions.ts'

export const Counsellor = z.object({
  id: z.number(),
  userId: z.number(),
  nickname: z.string(),
  avatarName: z.string(),
  photo: z.string(),
  gender: z.number().nullable(),
  department: z.string(),
  professionalTitle: z.string(),
  description: z.string(),
  /** Qualifications as HTML, sanitised when they were saved. */
  qualification: z.string(),
  domainSet: z.array(Domain),
  /** Fee in cents per hour of an offline consultation. */
  price: z.number(),
  /** Working hours as text. */
  duration: z.string(),
  phone: z.string(),
  accid: z.string(),
  collectStatus: z.boolean(),
  followCount: z.number(),
  answerCount: z.number(),
})
export type Counsellor = z.output<typeof Counsellor>

/** A credential that the association verified and that is still valid. Only staff see its scan. */
const Credential = z.object({
  id: z.number(),
  title: z.string(),
  number: z.string(),
  issuer: z.string(),
  validUntil: Time.nullable(),
})
export const CounsellorDetail = Counsellor.extend({ credentials: z.array(Credential) })
export type CounsellorDetail = z.output<typeof CounsellorDetail>

const FollowInput = z.object({ consultDoctorId: Id, userId: optional(Id) })
const followErrors = ['notFound', 'tooManyRequests'] as const

export const counsellors = {
  'GET /consultDoctor/list': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '咨询师列表；key 在姓名、擅长领域及其同义词与介绍中查找，空格隔开的词都要有',
    input: z
      .object({
        ...paging(pageSizes.counsellors),
        sex: optional(Id.max(2, '性别不正确')),
        domain: optional(SmallId),
        key: optional(text(50, '搜索词不能超过50个字')),
      })
      .transform(toLimits),
    output: pageSchemaOf(Counsellor),
  }),
  'GET /consultDoctor/getById': endpoint({
    publicCache: 'read',
    quick: true,
    who: 'anyone',
    summary: '咨询师详情；userId 可以是咨询师的账号或本人的账号，也可以不给',
    input: z.object({ id: Id, userId: optional(Id) }),
    output: CounsellorDetail,
    errors: ['notFound'],
  }),
  'GET /consultDoctorCollect/list': endpoint({
    quick: true,
    who: 'user',
    own: ['userId'],
    summary: '我关注的咨询师',
    input: z.object({ ...paging(8), userId: optional(Id) }).transform(toLimits),
    output: pageSchemaOf(Counsellor),
  }),
  'POST /consultDoctorCollect/add': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '关注',
    success: '关注成功',
    input: FollowInput,
    output: EmptyReply,
    errors: followErrors,
  }),
  'POST /consultDoctorCollect/del': endpoint({
    who: 'user',
    own: ['userId'],
    summary: '取消关注',
    success: '取消关注成功',
    input: FollowInput,
    output: EmptyReply,
    errors: followErrors,
  }),
}
