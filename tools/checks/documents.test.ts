// Tests of documents: dependencies, settings, links, style.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '../../server/src/kit/config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const readDocument = (file: string) => readFileSync(path.join(root, file), 'utf8')
type PackageManifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

test('lists every dependency in one line, and pins its exact version', () => {
  const manifests = ['', 'contract/', 'im-sdk/', 'ui/', 'server/', 'portal/', 'admin/'].map(
    (folder) => JSON.parse(readDocument(`${folder}package.json`)) as PackageManifest,
  )
  const used = manifests.flatMap((manifest) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }),
  )
  const foreign = used.filter(([name]) => !name.startsWith('@xinqiao/'))
  const rows = readDocument('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  )
  expect(new Set(listed)).toEqual(new Set(foreign.map(([name]) => name)))
  expect(foreign.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('gives all packages the version of the newest entry in CHANGELOG.md', () => {
  const versions = ['', 'contract/', 'im-sdk/', 'ui/', 'server/', 'portal/', 'admin/'].map(
    (folder) => (JSON.parse(readDocument(`${folder}package.json`)) as { version: string }).version,
  )
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/m.exec(readDocument('CHANGELOG.md')) ?? []
  expect(new Set(versions)).toEqual(new Set([newest]))
})

test('lists exactly the existing settings in .env.example', () => {
  const named = [...readDocument('.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
  expect(new Set(named)).toEqual(new Set(settingNames))
})

test('shows the default values in .env.example', () => {
  const shown = [...readDocument('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(readConfig(Object.fromEntries(shown))).toEqual(readConfig({}))
})

/** The anchors of a document's headings, as Git hosts make them. */
const listAnchors = (file: string) =>
  [...readDocument(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

test('requires a target of each link between documents', () => {
  const files = globSync('{*.md,docs/**/*.md,bench/*.md}', { cwd: root })
  const dead = files.flatMap((file) =>
    [...readDocument(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#([^)]+))?\)/g)]
      .map(([, target = '', anchor]) => ({ target: path.join(path.dirname(file), target), anchor }))
      .filter(
        ({ target, anchor }) =>
          !existsSync(path.join(root, target)) || (anchor !== undefined && !listAnchors(target).includes(anchor)),
      ),
  )
  expect(dead).toEqual([])
  expect(files.length).toBeGreaterThan(5)
})

test('names no registry in the lock file', () => {
  expect(readDocument('package-lock.json')).not.toMatch(/"resolved": "https?:/)
})

/** The documents that docs/writing.md applies to. */
const plainDocuments = [
  'ARCHITECTURE.md',
  'bench/README.md',
  'docs/dependencies.md',
  'docs/glossary.md',
  'docs/writing.md',
  ...globSync('docs/{guides,decisions,spec,crisis}/*.md', { cwd: root }),
]
const avoidedWords =
  /\b(whoever|nobody|somebody|by itself|all the same|of theirs|one's own|stands|is told|hears of|gives up|(?:an|the|of) own)\b/i
const maxParagraphWords = 80
const maxSentenceWords = 25

const listParagraphs = (text: string) =>
  text.split(/\n\s*\n|\n(?=[-|#]|\s*(?:\d+\.|-) )/).filter((paragraph) => !/^\s*[|#]/.test(paragraph))

/** Code counts as one word. */
const listSentences = (text: string) =>
  listParagraphs(text.replace(/`[^`]*`/g, 'code'))
    .flatMap((paragraph) => paragraph.split(/(?<=[.?!][)*"]*)\s+/))
    .map((sentence) => sentence.replace(/^\s*(?:\d+\.|-) /, '').trim())

test.each(plainDocuments)('%s has short paragraphs and sentences, and plain words', (file) => {
  const text = readDocument(file).replace(/```.*?```/gs, '')
  expect(listParagraphs(text).filter((paragraph) => paragraph.split(/\s+/).length > maxParagraphWords)).toEqual([])
  expect(listSentences(text).filter((sentence) => sentence.split(/\s+/).length > maxSentenceWords)).toEqual([])
  // the guide to writing lists the avoided words
  if (file !== 'docs/writing.md') expect(avoidedWords.exec(text)?.[0]).toBeUndefined()
})

test.each(['.oxlintrc.json', '.ci/run'])('%s has plain words', (file) => {
  expect(avoidedWords.exec(readDocument(file))?.[0]).toBeUndefined()
})

test.each(globSync('docs/decisions/*.md', { cwd: root }))('%s has a date, a status and its three sections', (file) => {
  const text = readDocument(file)
  expect(text).toMatch(/^# \d{3} /)
  expect(text).toMatch(/^Date: 2\d{3}-\d\d-\d\d.*Status: (accepted|replaced by \d{3}|superseded in part by \d{3})\.$/m)
  expect([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(['Context', 'Decision', 'Consequences'])
})

test('keeps ARCHITECTURE.md to one page with every guide, and lists every area and feature in a guide', () => {
  const text = readDocument('ARCHITECTURE.md')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(65)
  expect(text.split(/\s+/).length).toBeLessThan(800)
  const areas = globSync('server/src/{portal,im}/*/', { cwd: root }).map((folder) => path.basename(folder))
  expect(areas.length).toBeGreaterThan(10)
  const listedAreas = readDocument('docs/guides/areas.md')
  expect(areas.filter((area) => !listedAreas.includes(`\`${area}\``))).toEqual([])
  const linked = `${text}${readDocument('docs/guides/sync.md')}`
  expect(globSync('docs/guides/*.md', { cwd: root }).filter((guide) => !linked.includes(path.basename(guide)))).toEqual(
    [],
  )
})

const sourceFiles = globSync('{contract,im-sdk,ui,server,portal,admin,tools,e2e,bench,drill}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'build',
})

const sources = sourceFiles.map((file) => ({ file, text: readDocument(file) }))

/** Files that every area or provider has, so that the text around them says which one is meant. */
const commonFiles = new Set(['module.ts', 'handlers.ts', 'store.ts', 'present.ts', 'provider.ts', 'plans.test.ts'])

test('requires the folder of a file whose name exists several times', () => {
  const unclear = plainDocuments.flatMap((file) =>
    [...readDocument(file).matchAll(/`([\w.-]+\.tsx?)`/g)]
      .map(([, name = '']) => name)
      .filter(
        (name) => !commonFiles.has(name) && sourceFiles.filter((source) => path.basename(source) === name).length > 1,
      )
      .map((name) => `${file}: ${name}`),
  )
  expect(unclear).toEqual([])
})

/** First words of fragments that have no subject. */
const fragmentStarts = ['What', 'As', 'Of', 'Nothing', 'Whom', 'Who', 'Whoever', 'Whether', 'Not']

test('requires that comments begin with a subject or a verb', () => {
  const fragment = new RegExp(`^\\s*(?://|/\\*\\*|--) (?:${fragmentStarts.join('|')}) .*$`, 'gm')
  const odd = sources.flatMap(({ file, text }) =>
    [...text.matchAll(fragment)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(odd).toEqual([])
})

const citation = /\b(?:portal|messaging|im-sdk-api|README)\.md\b(?:,? figures|[ ,]*\d+)*/g
const minDocblockWords = 3

test('requires that a comment says more than a citation or a unit', () => {
  const odd = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:^|\s)\/\/ (.*(?:\n *\/\/.*)*)$|^\s*\/\*\* (.*) \*\/$/gm)]
      .filter(([, line, docblock]) => {
        const words = (line ?? docblock ?? '').replace(citation, '').match(/[\p{L}\p{N}]+/gu) ?? []
        return words.length < (docblock === undefined ? 1 : minDocblockWords)
      })
      .map(([comment]) => `${file}: ${comment.trim()}`),
  )
  expect(odd).toEqual([])
})

/** Calls and options of other SDKs of this kind, which this one lacks on purpose, and a name to avoid. */
const absentNames = new Set([
  'mostAtOnce',
  'getBackSourceToken',
  'getMixStorePolicy',
  'getMixStoreToken',
  'getNosCdnHost',
  'notifyUploadLog',
  'uploadSdkLogUrl',
  ...['callbackExt', 'getNosTokenTrans', 'getQChatAddress', 'initTransport', 'negotiateTransport', 'notifyCdnInfo'],
  ...['notifyTransLog', 'sendFilterCustomSysMsg', 'sendFilterMsg', 'syncRobot', 'tempTeamMemberCount', 'unreadMsgs'],
])

test('names only existing functions and fields in guides', () => {
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []))
  const named = plainDocuments
    .filter((file) => !file.includes('decisions'))
    .flatMap((file) =>
      [...readDocument(file).matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)].map(([, name = '']) => ({ file, name })),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !words.has(name) && !absentNames.has(name))).toEqual([])
})

test('names only existing files in documents', () => {
  const missing = plainDocuments.flatMap((file) =>
    [...readDocument(file).matchAll(/`([a-z][\w./-]*\.tsx?)`/g)]
      .map((match) => match[1]!)
      // the invented feature in the guide about adding one
      .filter((name) => !name.includes('guestbook'))
      .filter((name) => !sourceFiles.some((source) => `/${source}`.endsWith(`/${name}`)))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('names only existing files in comments', () => {
  const paths = globSync('**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'build',
  }).map((file) => `/${file}`)
  const named = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/(?<![\w/.*-])[\w./-]*\w\.(?:tsx?|mjs)\b/g)].map(([name]) => ({
        file,
        name: name.replace(/^[./]+/, ''),
      })),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !paths.some((known) => known.endsWith(`/${name}`)))).toEqual([])
})
