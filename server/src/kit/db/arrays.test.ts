import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { bytesArray, simpleArray, textArray } from './arrays.ts'

const server = useTestServer()

test('passes lists with any characters to PostgreSQL unchanged', async () => {
  const texts = ['小南', '', 'null', 'a"b', '\\', '{x,y}', "o'k", ' 空 格 ', '换\n行', '😀']
  const numbers = [0, -1, 2 ** 53 - 1]
  const bytes = [Buffer.from([0, 255, 92, 34]), Buffer.alloc(0)]
  const [row] = await server().kit.sql`
    select ${textArray(texts)}::text[] as texts, ${simpleArray(numbers)}::bigint[] as numbers,
      ${simpleArray([true, null])}::boolean[] = array[true, null] as are_flags_equal, ${bytesArray(bytes)}::bytea[] as bytes,
      ${textArray([])}::text[] as nothing`
  expect(row).toEqual({ texts, numbers, are_flags_equal: true, bytes, nothing: [] })
})

test('passes texts without quotes as they are', async () => {
  const texts = ['一', '二 三', '']
  const [row] = await server().kit.sql`select ${textArray(texts)}::text[] as texts`
  expect(row).toEqual({ texts })
})
