import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { allMutations } from './mutations/all-mutations'
import { findMutationMismatch, mutateText } from './mutations/apply-mutation'
import { guaranteesByKind } from './mutations/guarantees'
import {
  buildTestNamePattern,
  judgeMutation,
  type MutationTestReport,
} from './mutations/judge-mutation'
import type { Mutation } from './mutations/mutation'

/** Each costs seconds of every full run, and an edit whenever its guard is rewritten. */
const maxMutations = 150
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

describe('the code mutations that `npm run mutations` tests', () => {
  test('are at most 150 and have unique names', () => {
    expect(allMutations.length).toBeLessThanOrEqual(maxMutations)
    expect(new Set(allMutations.map(({ name }) => name)).size).toBe(allMutations.length)
  })

  test.each(Object.entries(guaranteesByKind))(
    'include at least one for each guarantee about %s',
    (_, expected) => {
      const guaranteesWithMutation = new Set<string>(allMutations.map(({ guards }) => guards))
      expect(expected.filter((guarantee) => !guaranteesWithMutation.has(guarantee))).toEqual([])
    },
  )

  test('replace a text that occurs exactly once in its source file', () => {
    expect(
      allMutations.map((each) => findMutationMismatch(each, read(each.file))).filter(Boolean),
    ).toEqual([])
  })

  test('change database functions in prisma/functions, not in a migration', () => {
    const sources = globSync(join(repositoryRoot, 'prisma/functions/*.sql')).map((path) =>
      readFileSync(path, 'utf8'),
    )
    const misplaced = allMutations.filter(
      ({ file, from }) =>
        file.startsWith('prisma/migrations/') && sources.some((source) => source.includes(from)),
    )
    expect(misplaced.map(({ name }) => name)).toEqual([])
  })

  test('change the text of their source file', () => {
    for (const mutation of allMutations) {
      const text = read(mutation.file)
      expect(mutateText(mutation, text), mutation.name).not.toBe(text)
    }
  })

  test('name existing tests', () => {
    const missing = allMutations.filter(
      ({ test: { file, name } }) =>
        !existsSync(join(repositoryRoot, file)) || !read(file).includes(name),
    )
    expect(missing.map(({ name, test: { file } }) => `${name}: ${file}`)).toEqual([])
  })

  test('name one of the cases of their test where they run only one', () => {
    const misnamed = allMutations.filter(
      ({ test: { file, name, only } }) =>
        only !== undefined &&
        !new RegExp(`${buildTestNamePattern({ test: { file, name } })}$`).test(only),
    )
    expect(misnamed.map(({ name, test: { only } }) => `${name}: ${only}`)).toEqual([])
  })
})

const mutation: Mutation = {
  guards: 'overlap',
  name: 'a mutation',
  why: '',
  file: 'a.ts',
  from: 'if (isGuarded) return',
  to: '',
  test: { file: 'lib/a.test.ts', name: 'gives %s (and no more)' },
}

describe('mutateText', () => {
  test('replaces a text that occurs exactly once, and throws otherwise', () => {
    expect(mutateText(mutation, 'a\nif (isGuarded) return\n')).toBe('a\n\n')
    expect(() => mutateText(mutation, 'a')).toThrow('a.ts contains this text 0 times')
    expect(() => mutateText(mutation, `${mutation.from} ${mutation.from}`)).toThrow('2 times')
    expect(mutateText({ ...mutation, to: '$& $1' }, mutation.from)).toBe('$& $1')
  })
})

const makeReport = (...tests: MutationTestReport['tests']): MutationTestReport => ({
  tests,
  error: '',
})
const makeResult = (status: string, fullName = 'the unit > gives 3 (and no more)') => ({
  status,
  fullName,
  message: status === 'failed' ? 'expected 3\nmore' : '',
})

describe('judgeMutation', () => {
  test('counts a mutation as killed only if the test that it names failed', () => {
    expect(judgeMutation(mutation, makeReport(makeResult('failed')))).toEqual({
      verdict: 'killed',
      message: 'expected 3',
    })
    const judge = (...results: MutationTestReport['tests']) =>
      judgeMutation(mutation, makeReport(...results)).verdict
    expect(judge(makeResult('passed'), makeResult('failed'))).toBe('killed')
    expect(judge(makeResult('passed'))).toBe('survived')
    expect(judge(makeResult('failed', 'another'), makeResult('passed'))).toBe('survived')
  })

  test('does not count tests that did not run', () => {
    for (const report of [
      makeReport(),
      makeReport(makeResult('skipped')),
      makeReport(makeResult('pending')),
    ])
      expect(judgeMutation(mutation, report)).toEqual({
        verdict: 'not run',
        message: 'no test of that name ran',
      })
    expect(judgeMutation(mutation, makeReport(makeResult('failed', 'another'))).verdict).toBe(
      'not run',
    )
    const unloadableReport = { tests: [], error: 'no such file\n' }
    expect(judgeMutation(mutation, unloadableReport).message).toBe('no such file')
  })

  test('does not count failures caused by an overloaded machine or by invalid code', () => {
    const unrelatedFailure = {
      ...makeResult('failed'),
      message: 'Transaction API error: it is over',
    }
    expect(judgeMutation(mutation, makeReport(unrelatedFailure)).verdict).toBe('not run')
    expect(
      judgeMutation(mutation, makeReport(unrelatedFailure, makeResult('failed'))).verdict,
    ).toBe('killed')
    const invalidCodeFailure = { ...makeResult('failed'), message: 'source is not defined' }
    expect(judgeMutation(mutation, makeReport(invalidCodeFailure)).verdict).toBe('not run')
    const timeoutReport = makeReport({
      ...makeResult('failed'),
      message: 'Test timed out in 30000ms.',
    })
    expect(judgeMutation(mutation, timeoutReport).verdict).toBe('not run')
    expect(judgeMutation({ ...mutation, hangs: true }, timeoutReport).verdict).toBe('killed')
  })
})

describe('buildTestNamePattern', () => {
  test('matches tests that contain the name, or only the test with the full name in `only`', () => {
    expect(buildTestNamePattern(mutation)).toBe(String.raw`gives .* \(and no more\)`)
    const test = { ...mutation.test, only: 'call by (me)' }
    const pattern = new RegExp(buildTestNamePattern({ test }))
    for (const name of ['call by (me)', 'call > by (me)']) expect(name).toMatch(pattern)
    for (const name of ['call by (men)', 'a call by (me)', 'call by (me) too'])
      expect(name).not.toMatch(pattern)
  })
})
