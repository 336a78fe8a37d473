import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeServerMemoryEnv } from './server-memory-env'

/** The size in MiB of V8's young generation in a process with this environment; the semi-spaces are most of it. */
function readSemiSpaceSize(env: Record<string, string>): number {
  const script = `
    const space = () => require('v8').getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size
    let largest = 0
    let kept = []
    for (let i = 0; i < 1_200_000; i += 1) { kept.push({ i }); if (kept.length > 400_000) kept = []; largest = Math.max(largest, i % 1_000 ? 0 : space()) }
    console.log(largest / 2 ** 20)`
  return Number(
    execFileSync(process.execPath, ['-e', script], {
      env: { NODE_ENV: 'test', ...env },
      encoding: 'utf8',
    }),
  )
}

test('a web server has a small young generation, unless the operator sets another size', () => {
  const smallSize = readSemiSpaceSize(makeServerMemoryEnv({}))
  const largeSize = readSemiSpaceSize(
    makeServerMemoryEnv({ NODE_OPTIONS: '--max-semi-space-size=32' }),
  )
  expect(smallSize).toBeLessThanOrEqual(24)
  expect(largeSize).toBeGreaterThan(smallSize)
})

test('settings of the operator for the memory of the web server are kept', () => {
  const env = { MALLOC_ARENA_MAX: '8', NODE_OPTIONS: '--enable-source-maps' }
  expect(makeServerMemoryEnv(env)).toMatchObject({
    MALLOC_ARENA_MAX: '8',
    NODE_OPTIONS: '--max-semi-space-size=8 --enable-source-maps',
  })
})
