import { expect, test } from 'vitest'
import { runStages } from './run-stages'
import type { Stage } from './stage'

const options = {
  keepGoing: false,
  isLive: false,
  signal: new AbortController().signal,
  onEnd: () => undefined,
}

/** Stages that record when they start and end, and end when `finish` is called. */
function makeStages() {
  const log: string[] = []
  const finishers = new Map<string, (isOk: boolean) => void>()
  const make = (name: string, needs: readonly string[] = []): Stage => ({
    name,
    needs,
    commands: [],
    prepare: () =>
      new Promise<void>((resolve, reject) => {
        log.push(`start ${name}`)
        finishers.set(name, (isOk) => (isOk ? resolve() : reject(new Error('failed'))))
      }),
  })
  return {
    log,
    make,
    /** Ends a stage, then lets the runner start others. */
    async end(name: string, isOk = true) {
      finishers.get(name)!(isOk)
      await new Promise(setImmediate)
    },
  }
}

test('stages start in order, at most `atOnce` of them at the same time', async () => {
  const { log, make, end } = makeStages()
  const run = runStages([make('a'), make('b'), make('c')], { ...options, atOnce: 2 })
  expect(log).toEqual(['start a', 'start b'])
  await end('b')
  expect(log).toEqual(['start a', 'start b', 'start c'])
  await end('a')
  await end('c')
  expect((await run).map(({ result }) => result?.isOk)).toEqual([true, true, true])
})

test('a stage waits for the stages that it needs, while later stages can start', async () => {
  const { log, make, end } = makeStages()
  const stages = [make('types'), make('build', ['types']), make('pure')]
  const run = runStages(stages, { ...options, atOnce: 2 })
  expect(log).toEqual(['start types', 'start pure'])
  await end('types')
  expect(log).toEqual(['start types', 'start pure', 'start build'])
  await end('build')
  await end('pure')
  await run
})

test('a stage does not wait for a needed stage that is not part of the run', async () => {
  const { log, make, end } = makeStages()
  const run = runStages([make('e2e', ['build'])], { ...options, atOnce: 2 })
  expect(log).toEqual(['start e2e'])
  await end('e2e')
  await run
})

test('after a failure no further stage starts, and running stages complete', async () => {
  const { log, make, end } = makeStages()
  const run = runStages([make('a'), make('b'), make('c')], { ...options, atOnce: 2 })
  await end('a', false)
  await end('b')
  expect(log).toEqual(['start a', 'start b'])
  expect((await run).map(({ result }) => result?.isOk)).toEqual([false, true, undefined])
})

test('with keepGoing, further stages start after a failure, except those that need the failed stage', async () => {
  const { log, make, end } = makeStages()
  const stages = [make('build'), make('e2e', ['build']), make('c')]
  const run = runStages(stages, { ...options, atOnce: 1, keepGoing: true })
  await end('build', false)
  expect(log).toEqual(['start build', 'start c'])
  await end('c')
  expect((await run).map(({ result }) => result?.isOk)).toEqual([false, undefined, true])
})

test('a stage starts when the stages that it follows have ended, even if they failed', async () => {
  const { log, make, end } = makeStages()
  const stages = [make('types'), { ...make('build'), after: ['types'] }]
  const run = runStages(stages, { ...options, atOnce: 2, keepGoing: true })
  expect(log).toEqual(['start types'])
  await end('types', false)
  expect(log).toEqual(['start types', 'start build'])
  await end('build')
  expect((await run).map(({ result }) => result?.isOk)).toEqual([false, true])
})

test('after an interrupt no further stage starts, even with keepGoing', async () => {
  const { log, make, end } = makeStages()
  const controller = new AbortController()
  const run = runStages([make('a'), make('b')], {
    ...options,
    atOnce: 1,
    keepGoing: true,
    signal: controller.signal,
  })
  controller.abort()
  await end('a', false)
  expect(log).toEqual(['start a'])
  expect((await run).map(({ result }) => result?.isOk)).toEqual([false, undefined])
})
