// Tests that the type of a React component's properties has the component's name (docs/writing.md).
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Types of properties whose name is not that of the only component that uses them. */
function findOddProps(text: string): string[] {
  const types = Array.from(text.matchAll(/^(?:export )?(?:type|interface) (\w+)Props\b/gm), ([, name]) => name!)
  return types.filter((name) => {
    const components = Array.from(
      text.matchAll(new RegExp(`\\b(?:function|const) ([A-Z]\\w*)[^\\n]*\\b${name}Props\\b`, 'g')),
      ([, component]) => component,
    )
    const isShared = text.match(new RegExp(`\\b${name}Props\\b`, 'g'))!.length > 2
    return !isShared && components.length === 1 && components[0] !== 'Screen' && components[0] !== name
  })
}

test('finds properties that have another name than their component', () => {
  const text = `type DialogProps = { id: number }
function RoomDialog({ id }: DialogProps) {}
type RoomCardProps = { id: number }
const RoomCard = ({ id }: RoomCardProps) => null
type PartProps = { id: number }
const Head = ({ id }: PartProps) => null
const Foot = ({ id }: PartProps) => null`
  expect(findOddProps(text)).toEqual(['Dialog'])
})

test('names properties after the component that uses them', () => {
  const files = globSync('{portal,admin,ui}/src/**/*.tsx', { cwd: root })
  const odd = files.flatMap((file) =>
    findOddProps(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}Props`),
  )
  expect(odd).toEqual([])
})
