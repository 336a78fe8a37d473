import { expect, test } from 'vitest'
import { readAuditFilter } from './read-audit-filter'

test('the audit filter ignores invalid and empty values', () => {
  const { filter, after } = readAuditFilter({
    actor: 'system',
    from: '2026-13-01',
    target: '',
    after: 'x',
  })
  expect(filter).toEqual({ actor: 'system' })
  expect(after).toBeUndefined()
})

test('the audit filter ignores a last day before the first day, and returns it for the error', () => {
  const reversed = readAuditFilter({ from: '2026-02-02', to: '2026-02-01' })
  expect(reversed).toMatchObject({ filter: { from: '2026-02-02' }, ignoredTo: '2026-02-01' })
  expect(reversed.filter.to).toBeUndefined()
  expect(readAuditFilter({ from: '2026-02-02', to: '2026-02-02' })).toMatchObject({
    filter: { from: '2026-02-02', to: '2026-02-02' },
    ignoredTo: null,
  })
})
