// Tests of confirming e-mail addresses: the code, its limits, and what the mail reveals.
import { beforeEach, expect, test } from 'vitest'
import { smsCode, useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
type SentMail = { to: string; subject: string; text: string }
let letters: SentMail[] = []
beforeEach(() => {
  letters = []
  server().kit.mail = { send: async (letter) => void letters.push(letter), close: () => {} }
})

let networks = 0
const newNetwork = () => `100.64.${(networks += 1)}.1`

async function enterWithEmail(email: string) {
  const member = await server().enter('user')
  const network = { ip: newNetwork() }
  const saveEmail = (address: string) =>
    server().requestAs(member, 'PUT /api/users/center', { email: address, nickName: '小桥', gender: 2 }, network)
  await saveEmail(email)
  return {
    ...member,
    saveEmail,
    requestCode: () => server().requestAs(member, 'POST /api/users/email/code', {}, network),
    confirm: (code: string) => server().requestAs(member, 'POST /api/users/email/confirm', { code }, network),
    isConfirmed: async () => {
      const { data } = await server().requestAs(member, 'GET /auth/me', {}, network)
      return data.emailConfirmed
    },
  }
}
/** Removes the limit of one mail a minute. */
const forgetGap = (id: number) => server().kit.sql`delete from throttle where key = ${`email:gap:${id}`}`

test('leaves a changed address unconfirmed until its mailed code was entered', async () => {
  const ann = await enterWithEmail('ann@example.test')
  expect(await ann.isConfirmed()).toBe(false)
  expect(await ann.requestCode()).toMatchObject({ status: 200, msg: '验证邮件已发送，请注意查收' })
  expect(letters).toMatchObject([{ to: 'ann@example.test', text: expect.stringContaining(smsCode) as string }])
  expect(await ann.confirm(smsCode)).toMatchObject({ status: 200, data: { emailConfirmed: true } })
  await ann.saveEmail('ann@example.test')
  expect(await ann.isConfirmed()).toBe(true)
  await ann.saveEmail('other@example.test')
  expect(await ann.isConfirmed()).toBe(false)
})

test('accepts a code for its account and address only, once, and for half an hour', async () => {
  const [ann, bob] = [await enterWithEmail('first@example.test'), await enterWithEmail('first@example.test')]
  await ann.requestCode()
  expect(await bob.confirm(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
  await ann.saveEmail('second@example.test')
  expect(await ann.confirm(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
  await ann.saveEmail('first@example.test')
  await server().kit.sql`update email_code set expires_at = now() where account_id = ${ann.id}`
  expect(await ann.confirm(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
  expect(await ann.isConfirmed()).toBe(false)
  await forgetGap(ann.id)
  await ann.requestCode()
  expect((await ann.confirm(smsCode)).status).toBe(200)
  expect(await ann.confirm(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
})

test('invalidates the code after five wrong tries, in parallel too', async () => {
  const ann = await enterWithEmail('guess@example.test')
  await ann.requestCode()
  await Promise.all(Array.from({ length: 6 }, () => ann.confirm('000000')))
  expect(await ann.confirm(smsCode)).toMatchObject({ status: 400, reason: 'wrongCode' })
})

test('limits mails per minute, per account and per mailbox', async () => {
  const requestFive = async (member: Awaited<ReturnType<typeof enterWithEmail>>) => {
    for (let i = 0; i < 5; i += 1) {
      await member.saveEmail(`box+${i}@example.test`)
      await forgetGap(member.id)
      expect((await member.requestCode()).status).toBe(200)
    }
  }
  const [ann, bob, cat] = await Promise.all(['a', 'b', 'BOX+9'].map((name) => enterWithEmail(`${name}@example.test`)))
  await requestFive(ann!)
  expect(await ann!.requestCode()).toMatchObject({ status: 429, reason: 'emailTooOften' })
  await ann!.saveEmail('elsewhere@example.test')
  await forgetGap(ann!.id)
  expect(await ann!.requestCode()).toMatchObject({ status: 429, reason: 'emailExhausted' })
  // the same mailbox, whichever account asks for the mail
  await requestFive(bob!)
  expect(await cat!.requestCode()).toMatchObject({ status: 429, reason: 'emailExhausted' })
  expect(letters).toHaveLength(10)
})

test('reveals neither the account nor its phone number in a mail to a stranger', async () => {
  const ann = await enterWithEmail('stranger@example.test')
  await ann.requestCode()
  expect(letters[0]?.text).not.toContain(ann.username)
  expect(letters[0]?.text).not.toContain(ann.phone)
  expect(letters[0]?.text).toContain('12356')
})

test('says why no mail was sent, and keeps the address', async () => {
  const ann = await enterWithEmail('down@example.test')
  server().kit.mail = null
  expect(await ann.requestCode()).toMatchObject({ status: 409, reason: 'mailUnavailable' })
  server().kit.mail = { send: () => Promise.reject(new Error('550 no such person')), close: () => {} }
  expect(await ann.requestCode()).toMatchObject({
    status: 409,
    msg: '验证邮件没有发送成功，请检查邮箱地址是否正确，稍后再试',
  })
  expect(await ann.isConfirmed()).toBe(false)
})
