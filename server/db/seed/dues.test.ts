// The demo content announces the same fees as it charges.
import { expect, test } from 'vitest'
import { useHouse } from '../../test/house.ts'
import { seedDemo } from './seed.ts'

const house = useHouse()

test('the notice on dues names the fee of every membership level', { timeout: 120_000 }, async () => {
  const { kit, owner } = house()
  await seedDemo({ ...kit, sql: owner }, () => {})
  const levels = await owner<{ title: string; cents: number }[]>`
    select title, cents from member_level join member_fee on level_id = member_level.id`
  const [notice] = await owner<{ content: string }[]>`
    select content from article where title = '关于缴纳本届会员会费的通知'`
  const named = [...notice!.content.matchAll(/<td>(\S+?)<\/td><td>每届(\d+)元<\/td>/g)].map(([, title, yuan]) => ({
    title,
    cents: Number(yuan) * 100,
  }))
  expect(levels.length).toBeGreaterThan(2)
  expect(new Map(named.map(({ title, cents }) => [title, cents]))).toEqual(
    new Map(levels.map(({ title, cents }) => [title, cents])),
  )
})
