import { expect, test } from 'vitest'
import type { AuditEntry } from './audit'
import { describeAuditTarget } from './describe-entry'

const entry: AuditEntry = {
  chain: '01900000-0000-7000-8000-000000000001',
  sequence: 1,
  at: '2026-03-04T05:06:07.000000Z',
  projectId: '01900000-0000-7000-8000-000000000003',
  project: 'demo',
  actor: 'system',
  actorName: null,
  action: 'queue.claim',
  target: 'solution:01900000-0000-7000-8000-000000000002',
  targetName: null,
  detail: '{}',
  description: 'did it',
  requestId: 'r',
  hash: 'h',
}

test.each(['queue.claim', 'adjudication.decide', 'gold.change', 'queue.exclude'])(
  'the solution of the action %s links to the page that shows it with its annotations',
  (action) => {
    expect(describeAuditTarget({ ...entry, action })).toEqual({
      label: 'solution …00000002',
      href: '/projects/demo/review/01900000-0000-7000-8000-000000000002',
    })
  },
)

test.each(['split.repair', 'split.dismiss'])(
  'the solution of the action %s links to the page that repairs its steps',
  (action) => {
    expect(describeAuditTarget({ ...entry, action }).href).toBe(
      '/projects/demo/splits/01900000-0000-7000-8000-000000000002',
    )
  },
)

test('a release links to its page if the entry has its number', () => {
  const release = { ...entry, action: 'release.create', target: 'release:r' }
  expect(describeAuditTarget({ ...release, detail: '{"number": 3}' }).href).toBe(
    '/projects/demo/data/releases/3',
  )
  expect(describeAuditTarget(release).href).toBe('/projects/demo/data')
})
