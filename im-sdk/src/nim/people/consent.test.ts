// Tests that a page can ask for and give the consent to write to counsellors through the SDK alone.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { CommandOutput } from '@xinqiao/contract/im/index.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { closePages, openPage, waitForDone } from '../../../test/page.ts'
import { createPerson } from '../../../test/people.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

test('asks for the consent when a message is refused, and delivers it once it is given', async () => {
  const person = await createPerson(server(), url, 'user', { hasAgreed: false })
  const doctor = await createPerson(server(), url, 'counsellor', { hasAgreed: false })
  const [a, d] = [await openPage(server(), url, { person }), await openPage(server(), url, { person: doctor })]
  const getConsent = (page: typeof a) =>
    waitForDone<CommandOutput<'misc.getConsent'>>((done) => page.nim.getConsent({ done }))
  const sendToDoctor = () =>
    waitForDone<NimMessage>((done) => a.nim.sendText({ scene: 'p2p', to: doctor.accid, text: '老师您好', done }))

  await expect(sendToDoctor()).rejects.toMatchObject({ code: 2001 })
  expect(a.last('onconsentrequired')).toEqual({ scene: 'p2p', to: doctor.accid, sessionId: `p2p-${doctor.accid}` })
  const consent = await getConsent(a)
  expect(consent).toMatchObject({ isNeeded: true, isAgreed: false })
  expect(JSON.stringify(consent.sections)).toContain('12356')
  expect(await getConsent(d)).toMatchObject({ isNeeded: false })

  const { version, hash } = consent
  const acceptConsent = (text: { version: string; hash: string }) =>
    waitForDone<null>((done) => a.nim.acceptConsent({ ...text, done }))
  await expect(acceptConsent({ version, hash: '0'.repeat(64) })).rejects.toMatchObject({ code: 414 })
  await expect(sendToDoctor()).rejects.toMatchObject({ code: 2001 })
  await acceptConsent({ version, hash })
  expect(await getConsent(a)).toMatchObject({ isAgreed: true })
  await sendToDoctor()
  expect(a.count('onconsentrequired')).toBe(2)
  // the site has the consent, too
  const { data } = await server().requestAs({ token: person.session }, 'GET /chat/consent')
  expect(data).toMatchObject({ isAgreed: true })
})
