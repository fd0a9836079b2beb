// Setup of a call for submissions: a secretariat that opens it, and authors who submit.
import { beforeAll, expect } from 'vitest'
import { chinaOffsetMs, dayMs } from '@xinqiao/contract/time.ts'
import type { RequestInput } from '../api-requests.ts'
import type { TestServer, Caller } from '../test-server.ts'

type SubmissionDraft = RequestInput<'POST /submission/draft'>
type SubmissionDecision = RequestInput<'POST /admin/submission/decide'>['decision']

/** Days from now, in the format of the contract. */
export const formatTimeInDays = (days: number) =>
  new Date(Date.now() + days * dayMs + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

export const criteria = [
  { key: 'science', title: '科学性', weight: 60 },
  { key: 'writing', title: '写作规范', weight: 40 },
]

export function useSubmissions(server: () => TestServer) {
  let staff: Caller
  beforeAll(async () => {
    staff = await server().enter('administrator')
  })
  const saveDraft = (
    person: Caller,
    kind: SubmissionDraft['kind'],
    fields: SubmissionDraft['fields'],
    more: Partial<SubmissionDraft> = {},
  ) => server().requestAs(person, 'POST /submission/draft', { kind, fields, ...more })
  return {
    saveDraft,
    staff: () => staff,
    openCall: async (kind: SubmissionDraft['kind'], noticeDays = 0): Promise<{ id: number; version: number }> => {
      const draft = {
        kind,
        title: `第十三届${kind}`,
        opensTime: formatTimeInDays(-1),
        deadline: formatTimeInDays(10),
        criteria,
        noticeDays,
      }
      const reply = await server().requestAs(staff, 'POST /admin/call', draft)
      expect(reply.status).toBe(200)
      return reply.data
    },
    endCall: (id: number) =>
      server().kit.sql`update submission_call set deadline = clock_timestamp() - interval '1 second' where id = ${id}`,
    /** Scores a work as an expert does: reads the sheet, then scores the displayed version. */
    score: async (expert: Caller, id: number, points: { science: number; writing: number }) => {
      const { data } = await server().requestAs(expert, 'GET /review/sheet', { id })
      const handedIn = data?.handedIn ?? 0
      return server().requestAs(expert, 'POST /review/save', {
        id,
        handedIn,
        scores: points,
        comment: '',
        isDone: true,
      })
    },
    decide: (id: number, decision: SubmissionDecision, note = '说明') =>
      server().requestAs(staff, 'POST /admin/submission/decide', { id, decision, note }),
    handIn: async (person: Caller, kind: SubmissionDraft['kind'], fields: SubmissionDraft['fields']) => {
      const { data } = await saveDraft(person, kind, fields)
      const reply = await server().requestAs(person, 'POST /submission/submit', { id: data.id, version: data.version })
      expect(reply).toMatchObject({ status: 200, data: { state: 'submitted' } })
      return reply.data
    },
  }
}
