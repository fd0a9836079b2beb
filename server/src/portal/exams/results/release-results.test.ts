// Tests of the release of results: once, and not before examinees may see their scores.
import { expect, test } from 'vitest'
import { createExam } from '../../../../test/steps/exam-steps.ts'
import { useExaminers } from '../../../../test/steps/examiner-steps.ts'
import { releaseResults } from './release-results.ts'

const { server, sitExam } = useExaminers()

test('releases results once, when the examination has ended', async () => {
  const { kit, owner } = server()
  const exam = await createExam(server(), { shown: 'afterEnd', givesCertificate: true })
  const person = await server().enter('user')
  await sitExam(exam, person.token, 8)
  const readRelease = async () => {
    const [attempt] = await kit.sql<{ released_at: Date | null; certificate_id: number | null }[]>`
      select released_at, certificate_id from exam_attempt where exam_id = ${exam.testId}`
    return attempt!
  }

  await releaseResults(kit)
  expect(await readRelease()).toEqual({ released_at: null, certificate_id: null })

  await owner`update exam set end_at = now() - interval '1 second' where id = ${exam.testId}`
  await releaseResults(kit)
  const release = await readRelease()
  expect(release).toEqual({ released_at: expect.any(Date), certificate_id: expect.any(Number) })

  await releaseResults(kit)
  expect(await readRelease()).toEqual(release)
})
