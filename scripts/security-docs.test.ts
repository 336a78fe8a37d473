import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** File names in a text between backticks. Addresses and operation names have no extension. */
const listPaths = (text: string) =>
  [...text.matchAll(/`([\w@.[\]-]+\/[\w@./[\]-]+\.(?:tsx?|mjs|md|json)|[A-Z]+\.md)`/g)].map(
    (match) => match[1]!,
  )
const listMissing = (text: string) =>
  listPaths(text).filter((path) => !existsSync(join(repositoryRoot, path)))

describe('docs/security/asvs.md', () => {
  const text = read('docs/security/asvs.md')
  const rows = [...text.matchAll(/^\| V([\d.]+) +\|([^|]+)\|([^|]+)\|(.+)\|$/gm)].map(
    ([, id, requirement, state, evidence]) => ({
      id: id!,
      requirement: requirement!.trim(),
      state: state!.trim(),
      evidence: evidence!.trim(),
    }),
  )
  const countRows = (state: string) => rows.filter((row) => row.state === state).length

  test('has each of the 253 ASVS requirements of levels 1 and 2 exactly once', () => {
    expect(rows).toHaveLength(253)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  })

  test('gives a status and a reason for each requirement', () => {
    for (const row of rows) {
      expect(['met', 'gap', 'n/a'], row.id).toContain(row.state)
      expect(row.requirement, row.id).not.toBe('')
      expect(row.evidence, row.id).not.toBe('')
      if (row.state === 'met') expect(listPaths(row.evidence), row.id).not.toEqual([])
    }
  })

  test('names existing files', () => {
    expect(listMissing(text)).toEqual([])
  })

  test('states the correct number of requirements by status, and at least 94% are met', () => {
    for (const state of ['met', 'gap', 'n/a'])
      expect(text).toMatch(new RegExp(`\\| ${state} +\\| ${countRows(state)} +\\|`))
    const share = (100 * countRows('met')) / (countRows('met') + countRows('gap'))
    expect(text).toContain(
      `Of the ${countRows('met') + countRows('gap')} that apply, ${share.toFixed(1)}%`,
    )
    // An audit of every test found 94% to be met. The target is 95%.
    expect(share).toBeGreaterThanOrEqual(94)
  })
})

test.each(['docs/security/promises.md', 'docs/security/README.md'])(
  'every file that %s names exists',
  (path) => {
    const text = read(path)
    expect(listPaths(text).length).toBeGreaterThan(20)
    expect(listMissing(text)).toEqual([])
  },
)

test('every file that SECURITY.md names exists', () => {
  expect(listMissing(read('SECURITY.md'))).toEqual([])
})

test('docs/security/promises.md names tests for each promise of SECURITY.md', () => {
  const listRows = (text: string) =>
    [...text.matchAll(/^\| (.+?) +\|(.*)$/gm)].filter(([, first]) => !/^(Promise$|-)/.test(first!))
  const promiseTexts = listRows(read('SECURITY.md')).map(([, promise]) => promise!)
  const promisesWithTests = listRows(read('docs/security/promises.md'))
  expect(promiseTexts.length).toBeGreaterThan(50)
  expect(promisesWithTests.map(([, promise]) => promise!)).toEqual(promiseTexts)
  for (const [, promise, tests] of promisesWithTests) {
    const paths = listPaths(tests!).filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    expect(paths, promise).not.toEqual([])
  }
})
