import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { makeServerMemoryEnv } from './server-memory-env'

/** The number that a script prints in a process with this environment. */
const runScript = (script: string, env: Record<string, string>) =>
  Number(
    execFileSync(process.execPath, ['-e', script], {
      env: { NODE_ENV: 'test', ...env },
      encoding: 'utf8',
    }),
  )

/** The size in MiB of V8's young generation in a process with this environment; the semi-spaces are most of it. */
function readSemiSpaceSize(env: Record<string, string>): number {
  const script = `
    const space = () => require('v8').getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size
    let largest = 0
    let kept = []
    for (let i = 0; i < 1_200_000; i += 1) { kept.push({ i }); if (kept.length > 400_000) kept = []; largest = Math.max(largest, i % 1_000 ? 0 : space()) }
    console.log(largest / 2 ** 20)`
  return runScript(script, env)
}

test('a web server has a small young generation, unless the operator sets another size', () => {
  const smallSize = readSemiSpaceSize(makeServerMemoryEnv({}))
  const largeSize = readSemiSpaceSize(
    makeServerMemoryEnv({ NODE_OPTIONS: '--max-semi-space-size=32' }),
  )
  expect(smallSize).toBeLessThanOrEqual(24)
  expect(largeSize).toBeGreaterThan(smallSize)
})

/** The size in MiB to which V8's heap may grow in a process with this environment. */
function readHeapLimit(env: Record<string, string>): number {
  const script = "console.log(require('v8').getHeapStatistics().heap_size_limit / 2 ** 20)"
  return runScript(script, env)
}

test('a web server has a heap of about 1 GiB at most, unless the operator sets another size', () => {
  const limit = readHeapLimit(makeServerMemoryEnv({}))
  expect(limit).toBeGreaterThanOrEqual(1_024)
  expect(limit).toBeLessThan(1_100)
  expect(
    readHeapLimit(makeServerMemoryEnv({ NODE_OPTIONS: '--max-old-space-size=3000' })),
  ).toBeGreaterThan(2_900)
})

test('threads of a web server have their own heap limits', () => {
  const { href } = pathToFileURL(join(import.meta.dirname, 'server-memory-env.ts'))
  const script = `
    const { Worker } = require('node:worker_threads')
    import(${JSON.stringify(href)}).then(({ letThreadsLimitTheirHeaps }) => {
      letThreadsLimitTheirHeaps()
      const code = "console.log(require('v8').getHeapStatistics().heap_size_limit / 2 ** 20)"
      new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 192 } })
    })`
  const limit = runScript(script, makeServerMemoryEnv({}))
  expect(limit).toBeGreaterThanOrEqual(192)
  expect(limit).toBeLessThan(250)
})

test('settings of the operator for the memory of the web server are kept', () => {
  const env = { MALLOC_ARENA_MAX: '8', NODE_OPTIONS: '--enable-source-maps' }
  expect(makeServerMemoryEnv(env)).toMatchObject({
    MALLOC_ARENA_MAX: '8',
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024 --enable-source-maps',
  })
})
