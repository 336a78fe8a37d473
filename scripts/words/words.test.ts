import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { type TextOccurrence, readTextsAndNames } from './read-texts-and-names'
import { americanNamePattern, nameRules, phraseRules } from './rules'

/** The rules themselves, the old names of format version 1, and history. */
const excludedPaths =
  /^(scripts\/words\/|lib\/formats\/read-stepmark-v1|lib\/generated\/|CHANGELOG\.md)/

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
  maxBuffer: 16 * 2 ** 20,
})
  .split('\n')
  .filter((path) => !excludedPaths.test(path))

const checkPhrases = (path: string, texts: TextOccurrence[]) =>
  texts.flatMap(({ line, text }) =>
    phraseRules
      .filter(({ pattern }) => pattern.test(text))
      .map(
        ({ pattern, instead }) => `${path}:${line} "${pattern.exec(text)![0].trim()}": ${instead}`,
      ),
  )

function findNameAdvice(name: string): string | undefined {
  if (Object.hasOwn(nameRules, name)) return nameRules[name]
  return americanNamePattern.test(name) ? 'the spelling with -ise' : undefined
}

const checkNames = (path: string, names: TextOccurrence[]) =>
  names.flatMap(({ line, text }) => {
    const advice = findNameAdvice(text)
    return advice === undefined ? [] : [`${path}:${line} name "${text}": ${advice}`]
  })

function checkFile(path: string, source: string): string[] {
  if (path.endsWith('.md'))
    return checkPhrases(
      path,
      source.split('\n').map((text, index) => ({ line: index + 1, text })),
    )
  const { texts, names } = readTextsAndNames(path, source)
  return [...checkPhrases(path, texts), ...checkNames(path, names)]
}

test.each([
  { kind: 'docs', files: paths.filter((path) => path.endsWith('.md')) },
  { kind: 'code', files: paths.filter((path) => /\.tsx?$/.test(path)) },
])('no forbidden phrase or name is in the $kind', { timeout: 60_000 }, ({ files }) => {
  expect(files.length).toBeGreaterThan(30)
  const problems = files.flatMap((path) =>
    checkFile(path, readFileSync(join(repositoryRoot, path), 'utf8')),
  )
  expect(problems).toEqual([])
})

describe('the check of words and names', () => {
  test.each(phraseRules)('reports the phrase "$example"', ({ example }) => {
    const source = `// ${example}\nconst text = '${example}'\nexport const page = <p>${example}</p>`
    const lines = checkFile('page.tsx', source).map((problem) => problem.split(' ', 1)[0])
    expect(new Set(lines)).toEqual(new Set(['page.tsx:1', 'page.tsx:2', 'page.tsx:3']))
    expect(checkFile('page.md', `A page\n\n${example}`)).not.toEqual([])
  })

  test.each(Object.keys(nameRules))('reports a value named "%s"', (name) => {
    const sources = [
      `const ${name} = 1`,
      `const { a: ${name} = 2 } = b`,
      `export function f([${name}]: number[]) {}`,
      `interface A { ${name}: string }`,
      `class A { constructor(private readonly ${name}: string) {} }`,
      `const a = { ${name}: 1 }`,
      `try { f() } catch (${name}) {}`,
    ]
    for (const source of sources) expect(checkFile('a.ts', source), source).toHaveLength(1)
  })

  test('reports American spelling in a longer name', () => {
    expect(checkFile('a.ts', 'const normalizeText = (text: string) => text.normalize()')).toEqual([
      'a.ts:1 name "normalizeText": the spelling with -ise',
    ])
  })

  test('ignores SQL, uses of a forbidden name, and longer names that contain it', () => {
    expect(checkFile('a.ts', 'const rows = sql`select held from whoever`')).toEqual([])
    expect(checkFile('a.ts', 'use(row.held, heldOut)\nconst isHeldOut = row.held')).toEqual([])
  })
})

test('reads texts of String.raw, and names but no texts of SQL', () => {
  const source =
    'const a = String.raw`Two words`; const b = Prisma.sql`select 1 ${() => { let c }}`'
  const { texts, names } = readTextsAndNames('example.ts', source)
  expect(texts.map(({ text }) => text)).toEqual(['Two words'])
  expect(names.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
})
