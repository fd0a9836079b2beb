// The results of a call: ranked by review and shared out, or decided one by one; then published with certificates.
import { fail } from '@xinqiao/contract/errors.ts'
import type { AwardPreview } from '@xinqiao/contract/http/staff-submissions.ts'
import { appliedKinds, awardLevels, callKinds, type CallKind } from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { transaction, type Db, type Tx } from '../../kit/db.ts'
import { issueCertificate } from '../certificates/certificates.ts'
import { notifyUsers } from '../notify/notify.ts'
import { computeAwards, explainAwards, type Awarded } from './awards.ts'
import { openPerson } from './parts.ts'
import * as store from './store.ts'

type Work = Awaited<ReturnType<typeof store.listRanked>>[number]

/** Papers count once they are taken; competition works with the first review; applications are not ranked at all. */
async function rank(db: Db, call: store.CallRow): Promise<Awarded<Work>[]> {
  if (appliedKinds.includes(call.kind)) return []
  const works = await store.listRanked(db, call.id)
  return computeAwards(works.flatMap((work) => (work.mean === null ? [] : [{ ...work, score: work.mean }])))
}

export async function previewAwards({ kit }: Ctx, id: number): Promise<AwardPreview> {
  const call = await store.findCall(kit.sql, id)
  if (!call) throw fail('notFound')
  const ranked = await rank(kit.sql, call)
  const applied = `${callKinds[call.kind].title}由会务组逐件审核，审核通过的颁发证书，不按比例评定。`
  return {
    counted: ranked.length,
    lines: appliedKinds.includes(call.kind) ? [applied] : explainAwards(ranked),
    ranking: ranked.map((work) => ({
      id: work.id,
      title: work.title,
      score: work.score / 100,
      award: work.award,
      rank: work.rank,
    })),
  }
}

type After = (event: () => void) => void
type Winner = Pick<Work, 'id' | 'title' | 'account_id' | 'person_sealed'>

const holderOf = (kit: Kit, kind: CallKind, winner: Winner): string => {
  const { name, team } = openPerson(kit, winner)
  if (appliedKinds.includes(kind)) return winner.title
  const members = (team ?? []).map((member) => member.name).filter(Boolean)
  return kind === 'competition' ? members.join('、') || winner.title : name || winner.title
}

async function award(work: { kit: Kit; tx: Tx; after: After }, call: store.CallRow, winner: Winner, title: string) {
  const { number } = await issueCertificate(work.tx, {
    kind: 'award',
    accountId: winner.account_id,
    holder: holderOf(work.kit, call.kind, winner),
    title,
    lines: [
      ['评选', call.title],
      ...(appliedKinds.includes(call.kind) ? [] : ([['作品', winner.title]] as [string, string][])),
    ],
    subject: `submission ${winner.id}`,
  })
  if (winner.account_id !== null) {
    const sentence = `“${winner.title}”获${title}，证书编号${number}`
    await notifyUsers(work, { kind: 'review', userIds: [winner.account_id], title: sentence, link: routes.submissions })
  }
  return number
}

/** Once: what is published stays as it is. */
export const publishResults = ({ kit }: Ctx, { id, version }: { id: number; version: number }) =>
  transaction(kit.sql, async (tx, after) => {
    const call = await store.lockCall(tx, id)
    if (!call) throw fail('notFound')
    if (call.state === 'published') throw fail('wrongState', '结果已经公布')
    if (call.now < call.deadline) throw fail('wrongState', '截止之后才能公布结果')
    const work = { kit, tx, after }
    let awarded = 0
    if (appliedKinds.includes(call.kind)) {
      const works = await store.listRanked(tx, id)
      if (works.some((one) => one.state === 'submitted')) throw fail('wrongState', '还有未审核的申报')
      for (const winner of works) {
        const number = await award(work, call, winner, callKinds[call.kind].title)
        await store.updateSubmission(tx, winner.id, { certificate_number: number })
        awarded += 1
      }
    } else {
      for (const ranked of await rank(tx, call)) {
        const number = ranked.award && (await award(work, call, ranked, awardLevels[ranked.award].title))
        await store.updateSubmission(tx, ranked.id, {
          score: ranked.score,
          award: ranked.award,
          certificate_number: number,
        })
        if (number) awarded += 1
      }
    }
    const isChanged = await store.updateCall(tx, id, version, { state: 'published', published_at: call.now })
    if (!isChanged) throw fail('changedMeanwhile')
    return { awarded }
  })
