import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveDocLink } from '@/lib/docs/resolve-doc-link'
import { listDocFiles } from '@/lib/docs/server/doc-files'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listRepositoryFiles } from './git'
import { listAnchors, listLinks, listMarkdownFiles } from './read-markdown'
import { listScreenshotFiles, screenshots } from './screenshot-list'

const files = listMarkdownFiles(repositoryRoot)
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const imagesMaxBytes = 1_500_000

/** Why a link of a file is broken; null if it works or leads to another website. */
function findLinkProblem(from: string, target: string): string | null {
  if (/^[a-z]+:/i.test(target)) return null
  const [path = '', anchor] = target.split('#')
  const targetPath = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path))
  if (targetPath.startsWith('..') || path.startsWith('/'))
    return `${from}: ${target} is outside the project`
  if (!existsSync(join(repositoryRoot, targetPath))) return `${from}: ${target} does not exist`
  if (anchor === undefined) return null
  if (!targetPath.endsWith('.md'))
    return `${from}: ${target} has an anchor but is not a Markdown file`
  return listAnchors(read(targetPath)).has(anchor) ? null : `${from}: ${target} has no such heading`
}

describe('links', () => {
  test('listLinks finds links in Markdown and HTML but not in code, and listAnchors returns the anchors of headings', () => {
    const text = [
      '# One `code` & two',
      '## Twice',
      '## Twice',
      '[a](b.md) ![c](d.webp "t") [`e`](f.md#g) `[no](no.md)`',
      '<img src="h.webp"> <source srcset="i.webp">',
      '```md',
      '[no](no.md)',
      '# no',
      '```',
    ].join('\n')
    expect(listLinks(text).map(({ target }) => target)).toEqual([
      ...['b.md', 'd.webp', 'f.md#g', 'h.webp', 'i.webp'],
    ])
    expect([...listAnchors(text)]).toEqual(['one-code--two', 'twice', 'twice-1'])
    expect(findLinkProblem('docs/README.md', 'nothing.md')).toContain('does not exist')
    expect(findLinkProblem('docs/README.md', '../README.md#nothing')).toContain('no such heading')
    expect(findLinkProblem('docs/README.md', '../../elsewhere.md')).toContain('outside the project')
  })

  test.each(files)('every link in %s leads to an existing file and heading', (from) => {
    const problems = listLinks(read(from)).map(({ target }) => findLinkProblem(from, target))
    expect(problems.filter((problem) => problem !== null)).toEqual([])
  })

  test('docs/README.md links to every page in docs', () => {
    const linkedPaths = new Set(
      listLinks(read('docs/README.md')).map(({ target }) =>
        posix.join('docs', target.split('#')[0]!).replace(/\/$/, ''),
      ),
    )
    const isLinked = (path: string) => linkedPaths.has(path) || linkedPaths.has(posix.dirname(path))
    const docsPages = files.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md')
    expect(docsPages.filter((path) => !isLinked(path))).toEqual([])
  })

  test('the app serves every page that docs/README.md links to', () => {
    const unserved = listLinks(read('docs/README.md')).filter(
      ({ target }) => resolveDocLink('README.md', target, listDocFiles()) === null,
    )
    expect(unserved).toEqual([])
  })

  test('docs/decisions/README.md lists every decision by its title', () => {
    const titles = files
      .filter((path) => /^docs\/decisions\/\d/.test(path))
      .map((path) => [posix.basename(path), /^# (\d+): (.*)$/m.exec(read(path))!] as const)
    const lines = titles.map(([name, [, number, title]]) => `- [${number}](${name}): ${title}`)
    expect(read('docs/decisions/README.md').match(/^- .*$/gm)).toEqual(lines)
  })
})

test('no docs page contains the markers of an unresolved merge', () => {
  // The formatter indents, escapes and spaces them out.
  const marker = /^[ \\]*(<<<<<<<|=======|(> ?){7})/m
  for (const text of ['<<<<<<< HEAD', '  <<<<<<< a', '\\=======', '> > > > > > > 4209bfc3'])
    expect(text).toMatch(marker)
  expect(files.filter((file) => marker.test(read(file)))).toEqual([])
})

test('every path in backticks in the docs exists', () => {
  const topFolders = listRepositoryFiles()
    .filter((path) => path.includes('/'))
    .map((path) => path.split('/', 1)[0]!)
  const folders = [...new Set(topFolders)].map((name) => name.replace('.', '\\.')).join('|')
  // Not paths with placeholders: `lib/<domain>/`, `e2e/*.spec.ts`.
  const pathPattern = new RegExp(`\`((?:${folders})/[^\`\\s<*…]*)\``, 'g')
  const pages = files.filter((path) => path !== 'CHANGELOG.md')
  const paths = pages.flatMap((page) =>
    [...read(page).matchAll(pathPattern)].map(([, path]) => ({ page, path: path! })),
  )
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter(({ path }) => !existsSync(join(repositoryRoot, path)))).toEqual([])
})

test('"Learn more" links lead to pages and headings of the documentation', () => {
  const sources = ['app', 'components'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => read(join(folder, path))),
  )
  const docTargets = sources.flatMap((source) =>
    [...source.matchAll(/\bdoc(?:=|: )["']([^"']+)["']/g)].map(([, doc]) =>
      doc!.replace(/#|$/, '.md$&'),
    ),
  )
  expect(docTargets.length).toBeGreaterThan(10)
  expect(docTargets.flatMap((target) => findLinkProblem('docs/README.md', target) ?? [])).toEqual(
    [],
  )
})

describe('images in docs/images', () => {
  const imageNames = readdirSync(join(repositoryRoot, 'docs', 'images')).sort()

  test('are exactly those that `npm run screenshots` creates', () => {
    const screenshotFiles = screenshots.flatMap(listScreenshotFiles).map(({ file }) => file)
    expect(imageNames).toEqual(screenshotFiles.sort())
  })

  test('are all used in a docs page', () => {
    const displayedImages = files.flatMap((path) =>
      listLinks(read(path))
        .filter(({ isImage }) => isImage)
        .map(({ target }) => posix.basename(target)),
    )
    expect(imageNames.filter((name) => !displayedImages.includes(name))).toEqual([])
  })

  test('have a total size below the limit', () => {
    const bytes = imageNames.map(
      (name) => statSync(join(repositoryRoot, 'docs', 'images', name)).size,
    )
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(imagesMaxBytes)
  })
})

describe('UI labels quoted in the docs', () => {
  const compact = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'")
  /** Quoted like labels, but names of something else, or examples. */
  const otherQuotes = new Set([
    ...['Ctrl Enter', 'Decision 3', 'Send ... back', 'Step n:'],
    ...['Authorization: Bearer ...', 'Dockerfile', 'QueueExclusion', 'Referer'],
  ])

  const listQuotes = (text: string): string[] =>
    [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([A-Z][a-z][^`]*)`/g)]
      .map((match) => compact(match[1]!))
      .filter((quote) => !/[_/{}=<>()]/.test(quote) && !otherQuotes.has(quote))

  test('occur in the source of the app', () => {
    const source = listRepositoryFiles()
      .filter((path) => /^(app|cli|components|lib)\/.*(?<!\.(test|spec))\.tsx?$/.test(path))
      .map((path) => compact(read(path)))
      .join('\n')
    const pages = files.filter((path) => !/^docs\/decisions\/|CHANGELOG/.test(path))
    const quotes = pages.flatMap((path) => listQuotes(read(path)).map((quote) => ({ path, quote })))
    expect(quotes.length).toBeGreaterThan(100)
    expect(quotes.filter(({ quote }) => !source.includes(quote))).toEqual([])
  })
})
