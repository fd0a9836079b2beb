// Handlers of the endpoints of moderation.
import type { staffQuestions } from '@xinqiao/contract/http/qa/staff.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as rules from './moderation/moderation.ts'
import { deleteWatchWord } from './records/review-store.ts'

/** @param onDomainSaved runs in the transaction that saves a domain */
export const createStaffQuestionHandlers = (onDomainSaved: rules.DomainSavedHook): Handlers<typeof staffQuestions> => ({
  'GET /admin/questions': ({ state, key, ...page }, { kit }) =>
    rules.listQuestionsForStaff(kit, { state, key, ...page }),
  'GET /admin/question': ({ id }, ctx) => rules.getQuestionForStaff(ctx, id),
  'POST /admin/question/settle': (input, ctx) => rules.decideText(ctx, input),
  'POST /admin/question/close': ({ id, closed }, ctx) => rules.setQuestionClosed(ctx, id, closed),
  'POST /admin/question/merge': ({ id, into }, ctx) => rules.mergeQuestions(ctx, id, into),
  'POST /admin/question/reveal': ({ id }, ctx) => rules.revealQuestionAsker(ctx, id),
  'GET /admin/reviews': ({ state, ...page }, { kit }) => rules.listReviews(kit, { state, ...page }),
  'GET /admin/words': (_input, { kit }) => rules.listWatchWords(kit),
  'POST /admin/word': async (input, ctx) => rules.addWatchWord(ctx, input),
  'DELETE /admin/word': async ({ id }, { tx }) => {
    if (!(await deleteWatchWord(tx, id))) throw fail('notFound')
    return null
  },
  'GET /admin/domains': (_input, { kit }) => rules.listDomainsForStaff(kit),
  'POST /admin/domain': (input, ctx) => rules.saveDomain(ctx, input, onDomainSaved),
  'PUT /admin/domain': (input, ctx) => rules.saveDomain(ctx, input, onDomainSaved),
})
