import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { plantedBugs } from './planted/all-bugs'
import { judgeBug, type RunReport, writeNamePattern } from './planted/judge-bug'
import { changeText, findMisfit } from './planted/plant-bug'
import type { PlantedBug } from './planted/planted-bug'

/** Nearly as many as there are: what goes without a word would be missed. */
const fewest = 379
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

describe('planted bugs (npm run planted tries them)', () => {
  test('are many, each with a name of its own', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(fewest)
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
  })

  test('fit the sources: what each changes stands there exactly once', () => {
    expect(plantedBugs.map((bug) => findMisfit(bug, read(bug.file))).filter(Boolean)).toEqual([])
  })

  test('change something', () => {
    for (const bug of plantedBugs) {
      const text = read(bug.file)
      expect(changeText(bug, text), bug.name).not.toBe(text)
    }
  })

  test('name tests that are there', () => {
    const gone = plantedBugs.filter(
      ({ test: { file, name } }) =>
        !existsSync(join(repositoryRoot, file)) || !read(file).includes(name),
    )
    expect(gone.map(({ name, test: { file } }) => `${name}: ${file}`)).toEqual([])
  })
})

const bug: PlantedBug = {
  ...{ name: 'a bug', file: 'a.ts', from: 'if (isGuarded) return', to: '', why: '' },
  test: { file: 'lib/a.test.ts', name: 'gives %s (and no more)' },
}
const reportOf = (...tests: RunReport['tests']): RunReport => ({ tests, trouble: '' })
const found = (status: string, fullName = 'what it does > gives 3 (and no more)') => ({
  ...{ status, fullName },
  message: status === 'failed' ? 'expected 3\nmore' : '',
})

describe('a bug', () => {
  test('is planted where its text stands once, and nowhere else', () => {
    expect(changeText(bug, 'a\nif (isGuarded) return\n')).toBe('a\n\n')
    expect(() => changeText(bug, 'a')).toThrow('a.ts has 0 times')
    expect(() => changeText(bug, `${bug.from} ${bug.from}`)).toThrow('a.ts has 2 times')
    expect(changeText({ ...bug, to: '$& $1' }, bug.from)).toBe('$& $1')
  })

  test('is caught by a test of that name that failed, and by nothing else', () => {
    expect(judgeBug(bug, reportOf(found('failed')))).toEqual({
      verdict: 'caught',
      words: 'expected 3',
    })
    expect(judgeBug(bug, reportOf(found('passed'), found('failed'))).verdict).toBe('caught')
    expect(judgeBug(bug, reportOf(found('passed'))).verdict).toBe('survived')
    expect(judgeBug(bug, reportOf(found('failed', 'another'), found('passed'))).verdict).toBe(
      'survived',
    )
  })

  test('is not caught by tests that did not run', () => {
    for (const report of [reportOf(), reportOf(found('skipped')), reportOf(found('pending'))])
      expect(judgeBug(bug, report)).toEqual({ verdict: 'not run', words: 'no such test ran' })
    expect(judgeBug(bug, reportOf(found('failed', 'another'))).verdict).toBe('not run')
    expect(judgeBug(bug, { tests: [], trouble: 'no such file\n' }).words).toBe('no such file')
    const slow = { ...found('failed'), message: 'Transaction API error: it is over' }
    expect(judgeBug(bug, reportOf(slow)).verdict).toBe('not run')
    expect(judgeBug(bug, reportOf(slow, found('failed'))).verdict).toBe('caught')
    const late = reportOf({ ...found('failed'), message: 'Test timed out in 30000ms.' })
    expect(judgeBug(bug, late).verdict).toBe('not run')
    expect(judgeBug({ ...bug, hangs: true }, late).verdict).toBe('caught')
  })

  test('names its test as its file does, or the one that is meant', () => {
    expect(writeNamePattern(bug)).toBe(String.raw`gives .* \(and no more\)`)
    const only = new RegExp(writeNamePattern({ test: { ...bug.test, only: 'call by (me)' } }))
    for (const name of ['call by (me)', 'call > by (me)']) expect(only.test(name)).toBe(true)
    for (const name of ['call by (men)', 'a call by (me)', 'call by (me) too'])
      expect(only.test(name)).toBe(false)
  })
})
