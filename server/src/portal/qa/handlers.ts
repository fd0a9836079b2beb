// Handlers of the endpoints of Q&A.
import type { collections } from '@xinqiao/contract/http/qa/collections.ts'
import type { questions } from '@xinqiao/contract/http/qa/questions.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { answerListNames } from '@xinqiao/contract/questions.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import * as answers from './answers/answers.ts'
import * as rules from './questions/questions.ts'
import { appealDecision, reportText } from './reports/reports.ts'
import { updateDomainClicks } from './records/domain-store.ts'
import * as lists from './records/list-store.ts'
import * as reactionStore from './reactions/store.ts'
import { setReaction } from './reactions/reactions.ts'

export const questionHandlers: Handlers<typeof questions> = {
  'GET /problemAnswer/list': ({ type, problemId, ...page }, ctx) =>
    problemId === undefined
      ? answers.listAnswers(ctx, answerListNames[(type ?? 1) - 1]!, page)
      : answers.listAnswersOfQuestion(ctx, problemId, page),
  'GET /problemAnswer/listById': ({ doctorId, ...page }, ctx) => answers.listAnswersOfCounsellor(ctx, doctorId, page),
  'POST /problemAnswer/add': (input, ctx) => answers.addAnswer(ctx, input),
  'PUT /problemAnswer': (input, ctx) => answers.changeAnswer(ctx, input),
  'DELETE /problemAnswer': ({ id }, ctx) => answers.removeAnswer(ctx, id),
  'GET /consultDomain/list': (_input, { kit }) => rules.listDomainCounts(kit),
  'GET /problem/getList': ({ tagIds, ...page }, ctx) => rules.listRecommendedQuestions(ctx, tagIds ?? [], page),
  'GET /problem/hotList': (page, ctx) => rules.presentQuestionPage(ctx, lists.selectHotQuestionIds(ctx.kit.sql, page)),
  'GET /problem/getById': ({ id }, ctx) => rules.getQuestion(ctx, id),
  'GET /problem/listOwnPage': (page, ctx) =>
    rules.presentQuestionPage(ctx, lists.selectOwnQuestionIds(ctx.kit.sql, viewerOf(ctx).id, page)),
  'GET /problem/ownCounts': (_input, ctx) => reactionStore.countOwnReactions(ctx.kit.sql, viewerOf(ctx).id),
  'POST /problem/add': (input, ctx) => rules.askQuestion(ctx, input),
  'PUT /problem': (input, ctx) => rules.changeQuestion(ctx, input),
  'DELETE /problem': ({ id }, ctx) => rules.removeQuestion(ctx, id),
  'POST /problem/report': (input, ctx) => reportText(ctx, input),
  'POST /problem/appeal': (input, ctx) => appealDecision(ctx, input),
  async 'POST /problemTag/click'({ id }, { kit }) {
    if (id > 32_767 || !(await updateDomainClicks(kit.sql, id))) throw fail('notFound')
    return null
  },
}

export const collectionHandlers: Handlers<typeof collections> = {
  'GET /problemStemCollect/getAllList': (page, ctx) => answers.listOwnCollection(ctx, page),
  'POST /problemStemCollect/add': ({ problemId }, ctx) => setReaction(ctx, 'collectQuestion', problemId, true),
  'POST /problemStemCollect/del': ({ problemId }, ctx) => setReaction(ctx, 'collectQuestion', problemId, false),
  'POST /problemCollect/add': ({ problemAnswerId }, ctx) => setReaction(ctx, 'collectAnswer', problemAnswerId, true),
  'POST /problemCollect/delete': ({ problemAnswerId }, ctx) =>
    setReaction(ctx, 'collectAnswer', problemAnswerId, false),
  'POST /problemAnswerLike/add': ({ problemAnswerId }, ctx) => setReaction(ctx, 'like', problemAnswerId, true),
  'POST /problemAnswerLike/delete': ({ problemAnswerId }, ctx) => setReaction(ctx, 'like', problemAnswerId, false),
}
