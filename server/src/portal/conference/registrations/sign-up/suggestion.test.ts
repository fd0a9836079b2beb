// Tests that the receipt form is prefilled from known data, and that every registration has a name and a phone number.
import { beforeAll, expect, test } from 'vitest'
import type { MemberState } from '@xinqiao/contract/membership.ts'
import { createMeeting, createStay } from '../../../../../db/fixtures/meeting.ts'
import { createLevel, createMember } from '../../../../../db/fixtures/membership.ts'
import { useTestServer } from '../../../../../test/test-server.ts'

const server = useTestServer()
let activityId = 0
beforeAll(async () => {
  activityId = (await createMeeting(server().kit.sql, { title: '学术年会', daysFromNow: 40 })).id
})
const minimal = { companyName: '县人民医院', address: '县城1号', ...createStay(40), activityAttendTypeId: 2 }
const post = (token: string, receipt: object) =>
  server().requestAs({ token }, 'POST /activityUser/addPerson', { ...minimal, activityId, ...receipt })
const suggest = async (token: string) => (await server().requestAs({ token }, 'GET /activityUser/suggestion')).data
const receiptOf = async (token: string) =>
  (await server().requestAs({ token }, 'GET /activityUser/mine', { activityId })).data.receipt

async function becomeMember({ id, phone }: { id: number; phone: string }, state: MemberState = 'active') {
  const levelId = await createLevel(server().kit.sql, { title: `个人会员${id}` })
  await createMember(server().kit, {
    levelId,
    accountId: id,
    phone,
    state,
    name: '周会员',
    gender: '女',
    organization: '省第一人民医院',
    email: 'zhou@example.cn',
  })
}

test('prefills the form of a member with membership, name, phone, employer and e-mail', async () => {
  const member = await server().enter('user')
  await becomeMember(member)
  expect(await suggest(member.token)).toEqual({
    isMember: true,
    receipt: {
      name: '周会员',
      sex: '女',
      companyName: '省第一人民医院',
      phone: member.phone,
      email: 'zhou@example.cn',
      profess: '',
      address: '',
      postCode: '',
      diet: '',
      invoiceTitle: '',
      taxNumber: '',
    },
  })
})

test('prefills the name of a lapsed member, but not the membership', async () => {
  const member = await server().enter('user')
  await becomeMember(member, 'lapsed')
  expect(await suggest(member.token)).toMatchObject({ isMember: false, receipt: { name: '周会员' } })
})

test('prefers the last receipt to the member register', async () => {
  const person = await server().enter('user')
  await post(person.token, {
    name: '钱来',
    phone: '13811112222',
    profess: '主任',
    invoiceTitle: '县医院',
    email: 'q@a.cn',
  })
  expect((await suggest(person.token)).receipt).toMatchObject({
    name: '钱来',
    phone: '13811112222',
    profess: '主任',
    address: '县城1号',
    companyName: '县人民医院',
    invoiceTitle: '县医院',
    email: 'q@a.cn',
  })
  const other = await server().enter('user')
  expect(JSON.stringify(await suggest(other.token))).not.toContain('钱来')
})

test('refuses a receipt without a name at its field, and uses the phone of the account', async () => {
  const person = await server().enter('user')
  const refused = await post(person.token, {})
  expect(refused).toMatchObject({ status: 400, msg: '请完善信息', data: { fields: { name: '请完善信息' } } })
  expect((await post(person.token, { name: ' ' })).status).toBe(400)
  expect((await post(person.token, { name: '钱来' })).data).toMatchObject({ success: true })
  expect(await receiptOf(person.token)).toMatchObject({ name: '钱来', phone: person.phone })
})

test('registers a member who leaves out the name under the name of the register', async () => {
  const member = await server().enter('user')
  await becomeMember(member)
  expect((await post(member.token, {})).data).toMatchObject({ success: true })
  expect(await receiptOf(member.token)).toMatchObject({ name: '周会员', phone: member.phone })
})

test('refuses to remove the name, and accepts two values of sex', async () => {
  const person = await server().enter('user')
  const { data } = await post(person.token, { name: '钱来', sex: '男' })
  const changeReceipt = (receipt: object) =>
    server().requestAs(person, 'PUT /activityUser/receipt', { ...minimal, id: data.activityUser!.id, ...receipt })
  expect((await changeReceipt({ name: '' })).status).toBe(400)
  expect(await changeReceipt({ name: '钱来', sex: '不告诉你' })).toMatchObject({ status: 400, msg: '请选择性别' })
  expect((await changeReceipt({ name: '钱多', sex: '女' })).status).toBe(200)
})
