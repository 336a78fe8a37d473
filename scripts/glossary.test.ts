import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** Terms that the glossary must not lose. */
const terms = [
  ...['project', 'problem', 'solution', 'step', 'option', 'human option', 'rating', 'flag'],
  ...['annotation', 'finish reason', 'verdict', 'scorer', 'score run', 'round', 'lease', 'gold'],
  ...['screening', 'adjudication', 'release'],
]

interface Entry {
  word: string
  tables: string
  api: string
  pages: string
}

const readField = (section: string, name: string) =>
  new RegExp(String.raw`^- ${name}: (.+)$`, 'm').exec(section)?.[1] ?? ''

const entries: Entry[] = read('docs/glossary.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    word: section.split('\n', 1)[0]!,
    tables: readField(section, 'Tables'),
    api: readField(section, 'API'),
    pages: readField(section, 'Pages'),
  }))

const listCodes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** Tables with their columns, as named in PostgreSQL. */
function listTables(): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>()
  for (const file of readdirSync(join(repositoryRoot, 'prisma', 'schema')))
    for (const [, body] of read(`prisma/schema/${file}`).matchAll(
      /^model \w+ \{\n([\s\S]*?)^\}/gm,
    )) {
      const name = /@@map\("(\w+)"\)/.exec(body!)?.[1]
      const columns = [...body!.matchAll(/^ {2}(\w+) .*?(?:@map\("(\w+)"\).*)?$/gm)]
      if (name) tables.set(name, new Set(columns.map(([, field, column]) => column ?? field!)))
    }
  return tables
}

/** The calls of all contracts, such as `GET /projects/{project}`. */
function listCalls(): Set<string> {
  const paths = readdirSync(join(repositoryRoot, 'lib'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(^|\/)[\w-]*contract\.ts$/.test(path))
  return new Set(
    paths.flatMap((path) =>
      [...read(`lib/${path}`).matchAll(/method: '(\w+)',\s+path: '([^']+)'/g)].map(
        ([, method, address]) => `${method!.toUpperCase()} ${address}`,
      ),
    ),
  )
}

/** Page names in the project header and the account menu. */
function listPageNames(): Set<string> {
  const shell = read('components/projects/project-shell.tsx')
  const account = read('components/shell/account-menu-items.tsx')
  return new Set([
    ...[...shell.matchAll(/label: '([^']+)'/g)].map(([, name]) => name!.replace('\\u00a0', ' ')),
    ...[...account.matchAll(/<MenuLink[^>]*>([^<]+)</g)].map(([, name]) => name!),
  ])
}

describe('docs/glossary.md', () => {
  test('has each of these terms, and no term twice', () => {
    const listedTerms = entries.map(({ word }) => word)
    expect(listedTerms).toEqual([...new Set(listedTerms)])
    expect(terms.filter((term) => !listedTerms.includes(term))).toEqual([])
  })

  test.each(entries)('lists the tables, API calls and pages of $word', ({ tables, api, pages }) => {
    expect(tables).not.toBe('')
    expect(api).not.toBe('')
    expect(pages).not.toBe('')
  })

  test('names only existing tables and columns', () => {
    const tables = listTables()
    const exists = (name: string) => {
      const [table = '', column] = name.split('.')
      return column === undefined ? tables.has(table) : tables.get(table)?.has(column) === true
    }
    expect(exists('annotation.ratings') && !exists('annotation.nothing')).toBe(true)
    expect(
      entries.flatMap((entry) => listCodes(entry.tables)).filter((name) => !exists(name)),
    ).toEqual([])
  })

  test('names only existing operations', () => {
    const names = listCalls()
    expect(entries.flatMap(({ api }) => listCodes(api)).filter((name) => !names.has(name))).toEqual(
      [],
    )
  })

  test('names only existing pages', () => {
    const names = listPageNames()
    const namedPages = entries.flatMap(({ pages }) => pages.split(', '))
    expect(namedPages.filter((name) => !names.has(name))).toEqual([])
  })
})
