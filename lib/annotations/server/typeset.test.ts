import { beforeEach, expect, it, vi } from 'vitest'
import { typesetReply } from '@/lib/problems/server/typeset-reply'
import type { TypesetJob } from '@/lib/problems/server/typeset-messages'
import { typesetWork } from './typeset'

const jobs: Pick<TypesetJob, 'isIsolated'>[] = []
vi.mock('@/lib/problems/server/typeset-pool', () => ({
  runTypesetJob: (job: TypesetJob) => {
    jobs.push(job)
    return Promise.resolve(null)
  },
}))
beforeEach(() => void jobs.splice(0))

it('typesets work apart from everything else, so that its speed shows nothing', async () => {
  await typesetWork(({ text }) => [text('Let $x$')])
  expect(jobs).toMatchObject([{ isIsolated: true }])
})

it('typesets pages together', async () => {
  await typesetReply(({ text }) => [text('Let $x$')])
  expect(jobs).toMatchObject([{ isIsolated: false }])
})
