import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { BackgroundResultStatus } from './background-result-status'
import { JobProgress } from './job-progress'

const notice = 'No worker is running. This continues when an operator starts one with'

const renderProgress = (waitingFor: JobWaitReason) =>
  renderToStaticMarkup(
    <JobProgress
      job={{ waitingFor }}
      label="Import progress"
      barLabel="Bytes read"
      progressLabel="Waiting for other imports"
      rateLabel="12 lines per second"
      note=""
      value={0}
      max={1}
      onCancel={null}
    />,
  )

test('the progress of a job says that no worker is running instead of showing its count and rate', () => {
  const html = renderProgress('worker')
  expect(html).toContain('Waiting for a worker')
  expect(html).toContain(notice)
  expect(html).toContain('stepmark worker')
  expect(html).not.toMatch(/Waiting for other imports|12 lines/)
})

test('the progress of a job is shown while a worker runs, with an empty live region', () => {
  const html = renderProgress(null)
  expect(html).toContain('Waiting for other imports')
  expect(html).toContain('12 lines per second')
  expect(html).toContain('<div role="status"></div>')
  expect(html).not.toContain('No worker')
})

test.each(['worker', null] as const)(
  'a background result says that no worker is running only if it waits for one (%s)',
  (waitingFor) => {
    const run = {
      state: 'running',
      waitingFor,
      createdAt: '2026-11-27T10:00:00Z',
      readRows: 0,
      allRows: null,
      message: null,
    }
    const noop = () => undefined
    const status = {
      run,
      requestError: null,
      isBusy: false,
      rowsPerSecond: null,
      cancel: noop,
      retry: noop,
    }
    const html = renderToStaticMarkup(<BackgroundResultStatus status={status} updatedAt={null} />)
    expect(html.includes(notice)).toBe(waitingFor === 'worker')
  },
)
