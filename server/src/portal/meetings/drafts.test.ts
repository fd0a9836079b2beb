// What is refused where a meeting is written, and where somebody registers for it.
import { expect, test } from 'vitest'
import { makeMeeting, makeStay } from '../../../db/make/meeting.ts'
import { useHouse } from '../../../test/house.ts'

const house = useHouse()

test('money goes back until the beginning at most', async () => {
  const { token } = await house().enter('editor')
  const { id } = await makeMeeting(house().kit.sql, { title: '学术年会' })
  const { data } = await house().call('GET', '/admin/meeting', { id }, { token })
  const draft = { ...data, types: [] }
  const save = (change: object) => house().call('PUT', '/admin/meeting', { ...draft, ...change }, { token })
  expect(await save({ halfRefundUntil: data.meetingEndTime })).toMatchObject({
    status: 400,
    data: { fields: { halfRefundUntil: '退费截止不能晚于会议开始' } },
  })
  expect((await save({ halfRefundUntil: data.meetingStartTime })).status).toBe(200)
})

test('a receipt has no telephone, or one that can be called', async () => {
  const { token } = await house().enter('user')
  const { id } = await makeMeeting(house().kit.sql, { title: '又一次年会', daysFromNow: 40 })
  const add = (phone: string) =>
    house().call(
      'POST',
      '/activityUser/addPerson',
      {
        companyName: '单位',
        address: '文化路',
        ...makeStay(),
        phone,
        activityAttendTypeId: 2,
        activityId: id,
      },
      { token },
    )
  expect(await add('abc')).toMatchObject({ status: 400, data: { fields: { phone: '请输入正确的手机号' } } })
  expect((await add('0371-65901234')).data).toMatchObject({ success: true, exist: false })
})
