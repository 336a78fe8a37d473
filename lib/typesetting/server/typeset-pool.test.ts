import { afterAll, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/server/logger'
import type { TypesetText } from '../typeset'
import { pageTypesetBudget } from '../typeset-limits'
import type { TypesetJobResult } from './typeset-messages'
import { runTypesetJob, stopTypesetThreads } from './typeset-pool'

afterAll(stopTypesetThreads)

const maxWaitMs = 60_000

function makeJob(source: string) {
  return {
    requests: [{ kind: 'text' as const, sources: [source], excerptCharacters: null }],
    budget: { ...pageTypesetBudget },
    usesOwnCache: false,
  }
}

const read = (answer: TypesetJobResult | null) =>
  answer && (JSON.parse(Buffer.from(answer.json).toString()) as TypesetText[])

it('the typesetting pool stops a job that takes too long and runs the next one', async () => {
  const slow = makeJob('*a '.repeat(130_000))
  expect(await runTypesetJob(slow, { maxWaitMs, maxCpuMs: 10 })).toBeNull()
  expect(read(await runTypesetJob(makeJob('So'), { maxWaitMs }))).toHaveLength(1)
})

it('the typesetting pool replaces a thread that failed', async () => {
  const broken = { ...makeJob('So'), requests: null as never }
  expect(await runTypesetJob(broken, { maxWaitMs })).toBeNull()
  expect(read(await runTypesetJob(makeJob('So'), { maxWaitMs }))).toHaveLength(1)
})

it('the typesetting pool completes many jobs and subtracts the size of each from its own budget', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => runTypesetJob(makeJob(`$${i}$`), { maxWaitMs })),
  )
  for (const [index, answer] of answers.entries()) {
    expect(read(answer)).toMatchObject([[{ pieces: [{ source: String(index) }] }]])
    expect(answer!.budget.nodes).toBe(pageTypesetBudget.nodes - 2)
  }
})

it('the typesetting pool gives up a job that waits too long, and does not run it', async () => {
  const warn = vi.spyOn(logger, 'warn').mockReturnValue()
  const runningJobs = [1, 2].map(() => runTypesetJob(makeJob('*a '.repeat(60_000)), { maxWaitMs }))
  const broken = { ...makeJob('So'), requests: null as never }
  expect(await runTypesetJob(broken, { maxWaitMs: 1 })).toBeNull()
  for (const _ of [1, 2])
    runningJobs.push(runTypesetJob(makeJob('*a '.repeat(60_000)), { maxWaitMs }))
  expect((await Promise.all(runningJobs)).every((answer) => answer !== null)).toBe(true)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
