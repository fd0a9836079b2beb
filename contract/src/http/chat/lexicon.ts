// Words that the chat masks, refuses or marks for review (messaging.md 3), for staff.
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { endpoint, EmptyReply, requiredText, Id, optional, pageSchemaOf, paging, toLimits, text } from '../endpoint.ts'

const lexiconEditors = ['administrator', 'service'] as const

/** Actions by their number in `antispamTypes`. */
export const lexiconActions = { 1: '替换为星号', 2: '不允许发送', 3: '仅标记' } as const

const Action = z.literal([1, 2, 3], '请选择处理方式')
const LexiconEntry = z.object({ id: z.number(), word: z.string(), action: Action })
export type LexiconEntry = z.output<typeof LexiconEntry>
const WordDraft = z.object({ word: requiredText(30, '请填写词语', '词语不能超过30个字'), action: Action })

export const lexicon = {
  'GET /admin/lexicon': endpoint({
    who: lexiconEditors,
    summary: '聊天反垃圾词库，按词语排序',
    input: z.object({ ...paging(20), key: optional(text(30)) }).transform(toLimits),
    output: pageSchemaOf(LexiconEntry),
  }),
  'POST /admin/lexicon': endpoint({
    who: lexiconEditors,
    summary: '添加词语；十秒内在各节点生效',
    audit: auditCreationOf('chatWord'),
    input: WordDraft,
    output: z.object({ id: z.number() }),
    errors: ['wordTaken', 'notAWord'],
    success: '已添加',
  }),
  'PUT /admin/lexicon': endpoint({
    who: lexiconEditors,
    summary: '修改词语或处理方式',
    audit: auditChangeOf('chatWord'),
    input: WordDraft.extend({ id: Id }),
    output: EmptyReply,
    errors: ['notFound', 'wordTaken', 'notAWord'],
    success: '已保存',
  }),
  'DELETE /admin/lexicon': endpoint({
    who: lexiconEditors,
    summary: '删除词语',
    audit: auditChangeOf('chatWord'),
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
    success: '已删除',
  }),
}
