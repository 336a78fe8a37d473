import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listReachableFiles, readImportGraph } from './changed/import-graph'
import { listRepositoryFiles } from './git'
import { domainOrder, findImportsAgainstOrder } from './lint/domains'
import { listFoldersWithCycles } from './lint/folder-cycles'

/** Tests can import from anywhere. */
const isProductionCode = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)
const files = listRepositoryFiles().filter(isProductionCode)
const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')

describe('the order of domains', () => {
  test('a domain imports only from those before it', () => {
    const violations = files
      .filter((file) => file.startsWith('lib/') && !file.startsWith('lib/generated/'))
      .flatMap((file) =>
        findImportsAgainstOrder(file, read(file)).map(
          (domain) => `${file} imports ${domain}: let ${domain} call, or enqueue a job by name`,
        ),
      )
    expect(violations).toEqual([])
  })

  test.each([
    ["export type { A } from '@/lib/DOMAIN/contract'"],
    ["import {\n  a,\n} from '@/lib/DOMAIN/server/queries'"],
    ["const a = await import('@/lib/DOMAIN/contract')"],
    ["import '@/lib/DOMAIN/contract'"],
  ])('notices %j', (line) => {
    const text = domainOrder.map((domain) => line.replace('DOMAIN', domain)).join('\n')
    for (const [position, domain] of domainOrder.entries())
      expect(findImportsAgainstOrder(`lib/${domain}/server/a.ts`, text)).toEqual(
        domainOrder.slice(position + 1),
      )
  })
})

describe('the folders of components/', () => {
  test('do not import each other in a circle', () => {
    const sources = new Map(
      files.filter((file) => file.startsWith('components/')).map((file) => [file, read(file)]),
    )
    expect(sources.size).toBeGreaterThan(100)
    expect(listFoldersWithCycles(sources)).toEqual([])
  })

  test('a circle is reported with the folders that depend on it', () => {
    const sources = new Map([
      ['components/a/one.tsx', "import { B } from '@/components/b/two'"],
      ['components/b/two.tsx', "const c = await import('@/components/c/three')"],
      ['components/c/three.ts', "import type { A } from '@/components/a/one'"],
      ['components/d/four.ts', "import { A } from '@/components/a/one'"],
      ['components/e/five.ts', "import { five } from '@/components/e/six'"],
    ])
    expect(listFoldersWithCycles(sources)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('links on the pages for errors and unknown addresses', () => {
  const graph = readImportGraph(files, read)
  const loadsLink = (file: string) =>
    listReachableFiles(graph, file, () => true).has('components/ui/link.tsx')

  test.each(['app/error.tsx', 'app/not-found.tsx'])('reload the app on %s', (file) => {
    expect(graph.get(file)).toContain('components/ui/message-page.tsx')
    expect(loadsLink(file)).toBe(false)
  })

  test('would be noticed if they didn’t', () => {
    expect(loadsLink('components/ui/button.tsx')).toBe(true)
  })
})
