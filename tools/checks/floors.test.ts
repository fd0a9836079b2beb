// Tests of the layers: imports point downwards, siblings are independent, and every file belongs to a part.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findExportedWrites } from './exported-writes.ts'
import { entries, floors, oneWayFolders, deepImporters, outside } from './floors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const workspaces = 'contract,im-sdk,ui,server,portal,admin'
const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g

type FloorPart = { key: string; folder: string }

/** The longest matching entry for the file, with `*` filled in; an exact entry has priority. */
function findPart(file: string): FloorPart | null {
  const found = Object.keys(floors).flatMap((key) => {
    const folder = new RegExp(`^${key.replaceAll('.', '\\.').replace('*', '[^/]+')}(?=/|$)`).exec(file)?.[0]
    return folder ? [{ key, folder }] : []
  })
  return found.sort((a, b) => b.folder.length - a.folder.length || b.key.length - a.key.length)[0] ?? null
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier)
  const workspace = /^@xinqiao\/([^/]+)\/(.+)$/.exec(specifier)
  return workspace ? `${workspace[1]}/src/${workspace[2]}` : null
}

const files = globSync(`{${workspaces}}/**/*.{ts,tsx}`, {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'build',
}).filter((file) => !file.includes('.test.') && !outside.some((folder) => file.startsWith(`${folder}/`)))

test('imports only lower layers', () => {
  const wrong: string[] = []
  let seen = 0
  for (const file of files) {
    const here = findPart(file)
    if (!here) {
      wrong.push(`${file} stands on no floor`)
      continue
    }
    for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(importPattern)) {
      const target = resolve(file, specifier)
      if (!target) continue
      seen += 1
      const there = findPart(target)
      if (!there) wrong.push(`${file} -> ${specifier}: on no floor`)
      else if (there.folder !== here.folder && !floors[here.key]?.includes(there.key))
        wrong.push(`${file} -> ${specifier}`)
    }
  }
  expect(wrong).toEqual([])
  // proves that the check finds imports
  expect(seen).toBeGreaterThan(300)
})

test('allows no upward edge and no cycle in the table', () => {
  const visit = (key: string, above: readonly string[]): void => {
    expect(above).not.toContain(key)
    for (const below of floors[key] ?? []) visit(below, [...above, key])
  }
  for (const key of Object.keys(floors)) visit(key, [])
})

/** All imports within the code base and the stories, including type-only ones. */
const allImports = [...files, ...globSync('e2e/**/*.ts', { cwd: root })].flatMap((file) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(importPattern)].flatMap(([, specifier = '']) => {
    const target = resolve(file, specifier)
    return target ? [{ file, target }] : []
  }),
)
/** Stories are tests, which may import any file of the code base. */
const imports = allImports.filter(({ file }) => !file.startsWith('e2e/'))
const areaOf = (file: string) => Object.keys(entries).find((area) => file.startsWith(`${area}/`))

test('requires that code outside an area imports its entry file only', () => {
  const wrong = imports.filter(({ file, target }) => {
    const area = areaOf(target)
    if (!area || file.startsWith(`${area}/`)) return false
    if (deepImporters.some((folder) => file.startsWith(`${folder}/`))) return false
    const allowed = file === 'server/src/modules.ts' ? 'module.ts' : entries[area]
    return target !== `${area}/${allowed}`
  })
  expect(wrong).toEqual([])
})

test('finds a statement that an entry file exports', () => {
  const text = "export { selectA, lockB } from './records/order-store.ts'\nexport { insertC } from './rules/c.ts'\n"
  expect(findExportedWrites(text)).toEqual(['lockB'])
})

test('exports rules from entry files, and no statements that lock or write', () => {
  // the entry of the messaging half also serves the socket server, which stores its connections
  const areas = Object.entries(entries).filter(([area]) => area !== 'server/src/im')
  const wrong = areas.flatMap(([area, entry]) =>
    findExportedWrites(readFileSync(path.join(root, area, entry), 'utf8')).map((name) => `${area}: ${name}`),
  )
  expect(wrong).toEqual([])
})

type FolderEdge = { from: string; to: string }

/** @throws Error when the folders import each other, directly or in a circle */
function expectNoCycle(area: string, edges: readonly FolderEdge[]): void {
  const below = new Map<string, Set<string>>()
  for (const { from, to } of edges) below.set(from, (below.get(from) ?? new Set()).add(to))
  expect(below.size).toBeGreaterThan(1)
  const acyclic = new Set<string>()
  const visit = (folder: string, above: readonly string[]): void => {
    expect(above, `${area}: ${[...above, folder].join(' > ')}`).not.toContain(folder)
    if (acyclic.has(folder)) return
    for (const next of below.get(folder) ?? []) visit(next, [...above, folder])
    acyclic.add(folder)
  }
  for (const folder of below.keys()) visit(folder, [])
}

/** Imports between parts of one folder. */
const edgesWithin = (folder: string, partOf: (name: string) => string): FolderEdge[] =>
  allImports.flatMap(({ file, target }) => {
    if (!file.startsWith(`${folder}/`) || !target.startsWith(`${folder}/`)) return []
    const [from, to] = [file, target].map((name) => partOf(path.relative(folder, name)))
    return from === to ? [] : [{ from: from!, to: to! }]
  })

const areasWithFolders = Object.keys(entries).filter((area) =>
  files.some((file) => file.startsWith(`${area}/`) && file.slice(area.length + 1).includes('/')),
)

test.each(areasWithFolders)('folders of %s form no cycle, and none imports the entry file', (area) => {
  expectNoCycle(
    area,
    edgesWithin(area, (name) => path.dirname(name)),
  )
})

test.each(oneWayFolders)('folders of %s form no cycle', (folder) => {
  expectNoCycle(
    folder,
    edgesWithin(folder, (name) => name.split('/')[0]!),
  )
})

test.each(Object.keys(entries))('records/ and rules/ of %s do not import features', (area) => {
  const wrong = imports.filter(({ file, target }) => {
    if (areaOf(target) !== area) return false
    const [from, to] = [file, target].map((name) => path.relative(area, name).split('/')[0])
    if (from === 'records') return to !== 'records'
    return from === 'rules' && to !== 'rules' && to !== 'records'
  })
  expect(wrong).toEqual([])
})
