// Tests that subjects of commits read like a table of contents. A copy without history has nothing to check.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Earlier commits were not checked. */
const since = '2026-11-25T14:00:00Z'
const longest = 65
const vague = ['say', 'give', 'let', 'tell', 'renew']

function faultOf(subject: string): string | null {
  const [, verb] = /^[a-z][a-z0-9-]*: ([a-z-]+) \S.*[^.]$/.exec(subject) ?? []
  if (!verb) return 'is not "area: imperative summary"'
  if (subject.length > longest) return `has more than ${longest} characters`
  return vague.includes(verb) ? `begins with "${verb}"` : null
}

test('a subject names its area and what the change does', () => {
  const texts = ['ui: disable buttons until hydration', 'Fix it', 'chat: Fix it.', 'chat: let pages open']
  expect(texts.map((text) => faultOf(text) === null)).toEqual([true, false, false, false])
})

test.runIf(existsSync('.git'))('the subjects of this history do', () => {
  const log = execFileSync('git', ['log', `--since=${since}`, '--no-merges', '--format=%s'], { encoding: 'utf8' })
  const subjects = log.split('\n').filter(Boolean)
  expect(subjects.filter((subject) => faultOf(subject) !== null)).toEqual([])
})
