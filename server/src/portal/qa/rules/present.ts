// Wire format of questions and answers. An anonymous question contains no name, picture or id of its asker, except for
// the asker.
import { closedAccountName } from '@xinqiao/contract/closed-account.ts'
import { anonymousName } from '@xinqiao/contract/questions.ts'
import type { Answer, Domain, Question } from '@xinqiao/contract/http/qa/questions.ts'
import { formatTime } from '../../../kit/time.ts'
import type { AnswerRow, QuestionRow } from '../records/list-store.ts'

export type DomainNames = ReadonlyMap<number, string>

export const presentTags = (ids: readonly number[], names: DomainNames): Domain[] =>
  ids.flatMap((id) => {
    const domain = names.get(id)
    return domain === undefined ? [] : [{ id, domain }]
  })

export function presentQuestion(row: QuestionRow, names: DomainNames, viewer: number): Question {
  const isOwn = viewer !== 0 && row.author_id === viewer
  const isNamed = isOwn || !row.is_anonymous
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    auditStatus: row.is_anonymous ? 1 : 2,
    nickname: isNamed ? (row.nickname ?? closedAccountName) : anonymousName,
    avatarName: isNamed ? (row.avatar ?? '') : '',
    collect: row.collect_count,
    answer: row.answer_count,
    createTime: formatTime(row.created_at),
    editTime: row.edited_at && formatTime(row.edited_at),
    collectOwn: row.is_collected,
    own: isOwn,
    state: row.state,
    stateReason: isOwn ? row.state_reason : '',
    closed: row.closed_at !== null,
    mergedInto: row.merged_into,
    tagList: presentTags(row.domain_ids, names),
  }
}

const associationName = '协会秘书处'

/** An answer names its counsellor, or else the association. */
export function presentAnswer(row: AnswerRow, title: string, viewer: number, problem: Question | null): Answer {
  const isOwn = viewer !== 0 && row.author_id === viewer
  return {
    id: row.id,
    problemId: row.question_id,
    content: row.content,
    doctorId: row.counsellor_id ?? 0,
    userId: row.counsellor_account ?? 0,
    like: row.is_liked,
    collect: row.is_collected,
    likeCount: row.like_count,
    collectCount: row.collect_count,
    createTime: formatTime(row.created_at),
    editTime: row.edited_at && formatTime(row.edited_at),
    photo: row.counsellor_avatar ?? '',
    nickname: row.counsellor_name ?? associationName,
    department: row.department ?? '',
    professionalTitle: row.professional_title ?? '',
    title,
    own: isOwn,
    state: row.state,
    stateReason: isOwn ? row.state_reason : '',
    problem,
  }
}
