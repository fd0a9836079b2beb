// Tests that commits follow docs/writing.md. A copy without history has nothing to check.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Commits that were written earlier were not checked, also when they are rebased. */
const checkedFrom = '2026-11-30T19:00:00Z'
const maxSubjectLength = 65
const maxBodyColumns = 72

const verbs = new Set(
  `accept add allow announce answer approve ask await begin bind block book build call cancel change check claim clear
  close compare complete compute confirm connect convert correct count create decide decode delay delete derive describe detect
  disable document download drop enable encode encrypt end enforce evaluate exclude expect explain export extend fetch
  find finish fix follow format generate group handle hide identify ignore import include increase insert install join
  keep limit link list load lock log lower mark measure merge move name notify offer open order parse pass prepare
  preserve prevent publish raise read rebuild receive recognise record reduce refresh refund refuse regenerate register
  release remove rename render repair repeat replace report request require reset resolve restore restrict retry return
  reuse reveal revert review rewrite round run save search select send separate set share shorten show sign simplify
  skip sort split start state stop store submit support sync test train type update upgrade upload use validate verify
  wait warn withdraw wrap write`.split(/\s+/),
)

/** The areas that docs/writing.md lists. */
function readAreas(): Set<string> {
  const text = readFileSync(path.join(root, 'docs/writing.md'), 'utf8')
  const [, section = ''] = /^## Commits\n(.*?)^## /ms.exec(text) ?? []
  const cells = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []))
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, area = '']) => area)))
}
const areas = readAreas()

/** The reason why a message is refused, or null. */
function findFault(message: string): string | null {
  const [subject = '', ...body] = message.trim().split('\n')
  const [, area = '', verb] = /^([a-z][a-z0-9-]*): ([a-z-]+) \S.*[^.]$/.exec(subject) ?? []
  if (!verb) return 'is not "area: imperative summary"'
  if (!areas.has(area)) return `has the unknown area "${area}"`
  if (!verbs.has(verb)) return `begins with "${verb}"`
  if (subject.length > maxSubjectLength) return `has more than ${maxSubjectLength} characters`
  if (subject.includes(', and ')) return 'has two ideas'
  // only readers of the change understand a subject with these words
  if (/\b(?:what|last|second)\b/.test(subject)) return 'names no subject'
  if (body.some((line) => line.length > maxBodyColumns)) return `has lines of more than ${maxBodyColumns} columns`
  return body.some((line) => line.trim() !== '') ? null : 'has no body'
}

test('accepts a message with area, plain verb, one idea and body only', () => {
  const body = '\n\nThe reason.'
  expect(findFault(`ui: disable buttons until hydration${body}`)).toBeNull()
  const refused = {
    'Fix it': 'is not "area: imperative summary"',
    'chat: Fix it.': 'is not "area: imperative summary"',
    'names: rename helpers': 'has the unknown area "names"',
    'tests: files that comments name exist': 'begins with "files"',
    'chat: let pages open': 'begins with "let"',
    [`docs: describe ${'long '.repeat(12)}subjects`]: 'has more than 65 characters',
    'docs: split the guide, and name the fields': 'has two ideas',
    'server: rename what a second draw found': 'names no subject',
  }
  for (const [subject, fault] of Object.entries(refused)) expect(findFault(`${subject}${body}`)).toBe(fault)
  expect(findFault('ui: disable buttons until hydration')).toBe('has no body')
  expect(findFault(`ui: disable buttons until hydration\n\n${'long '.repeat(15)}`)).toContain('72 columns')
})

test('has an area for each folder of the portal', () => {
  const folders = globSync('server/src/portal/*/', { cwd: root }).map((folder) => path.basename(folder))
  expect(folders.length).toBeGreaterThan(10)
  expect(folders.filter((folder) => !areas.has(folder))).toEqual([])
})

test.runIf(existsSync(path.join(root, '.git')))('finds no fault in this history', () => {
  const options = ['log', '--no-merges', `--since=${checkedFrom}`, '-z', '--format=%at %B']
  const log = execFileSync('git', options, { cwd: root, encoding: 'utf8' })
  const commits = log.split('\0').map((entry) => /^(\d+) (.*)$/s.exec(entry))
  const checked = commits.flatMap((commit) =>
    commit && Number(commit[1]) * 1_000 >= Date.parse(checkedFrom) ? [commit[2]!] : [],
  )
  const faults = checked.map((message) => ({ subject: message.split('\n')[0], fault: findFault(message) }))
  expect(faults.filter(({ fault }) => fault !== null)).toEqual([])
})
