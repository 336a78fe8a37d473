import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listRepositoryFiles } from './git'

interface SourceFile {
  path: string
  text: string
}

const codePath = /\.(tsx?|mjs|py|sql|prisma|json|ya?ml|css|sh)$/
const commentPattern = /^\s*(\/\/.*|\/\*[\s\S]*?\*\/)/gm

/** camelCase and PascalCase, but not the ends of `\uXXXX` and `0x1A`. */
const namePattern = /(?<![\w\\])[a-zA-Z][a-z0-9]+[A-Z][a-zA-Z0-9]*/g

/** Names in backticks in comments of TypeScript files and in pages of `docs/` that occur in no code, as `path: name`. */
function findMissingNames(files: readonly SourceFile[]): string[] {
  const knownNames = new Set<string>()
  const quotedNames: { path: string; name: string }[] = []
  for (const { path, text } of files) {
    const isTypeScript = /\.tsx?$/.test(path)
    const isPage = /^docs\/.*\.md$/.test(path)
    const prose = isTypeScript ? text.match(commentPattern)?.join('\n') : isPage ? text : undefined
    for (const [, code] of (prose ?? '').matchAll(/`([^`\n]+)`/g))
      for (const [name] of code!.matchAll(namePattern)) quotedNames.push({ path, name })
    if (!codePath.test(path)) continue
    const code = isTypeScript ? text.replace(commentPattern, '') : text
    for (const [name] of code.matchAll(namePattern)) knownNames.add(name)
  }
  return quotedNames
    .filter(({ name }) => !knownNames.has(name))
    .map(({ path, name }) => `${path}: ${name}`)
}

test('findMissingNames reports a name in a comment or in docs/ that does not exist in the code', () => {
  const files = [
    {
      path: 'lib/queue/a.ts',
      text: '/** Like `listItems(queue)`, up to `maxItems`; `ItemList` in `0x1A`. */\nconst maxItems = 1\n',
    },
    { path: 'docs/queue.md', text: 'Call `listItems()`, or `countItems()`; the word dropItems.\n' },
    { path: 'CHANGELOG.md', text: '`dropItems` is gone.\n' },
    { path: 'prisma/schema/queue.prisma', text: 'model ItemList {}\n' },
    { path: 'lib/queue/b.ts', text: 'countItems()\n' },
  ]
  expect(findMissingNames(files)).toEqual(['lib/queue/a.ts: listItems', 'docs/queue.md: listItems'])
})

test('names in comments and in docs/ occur in code', () => {
  const paths = listRepositoryFiles().filter((path) => codePath.test(path) || path.endsWith('.md'))
  const files = paths.map((path) => ({
    path,
    text: readFileSync(join(repositoryRoot, path), 'utf8'),
  }))
  expect(files.length).toBeGreaterThan(1_000)
  expect(findMissingNames(files)).toEqual([])
})
