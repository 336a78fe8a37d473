import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { auditActionTexts, type AuditActionText } from './audit-action-texts'
import { describeAuditAction } from './describe-audit-action'

/** The values that server code stores as `operation` in audit details. */
function listRecordedOperations(): Set<string> {
  const folder = join(repositoryRoot, 'lib')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)server\/.*(?<!\.test)\.ts$/.test(file),
  )
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const expressions = texts.flatMap((text) => text.match(/\boperation: [^,}\n]+/g) ?? [])
  return new Set(expressions.flatMap((action) => action.match(/(?<=')[\w-]+(?=')/g) ?? []))
}

test('every audit variant is an operation that server code records', () => {
  const recordedOperations = listRecordedOperations()
  const texts: readonly AuditActionText[] = Object.values(auditActionTexts)
  const variants = texts.flatMap((text) => Object.keys(text.variants ?? {}))
  expect(variants.length).toBeGreaterThan(50)
  expect(variants.filter((action) => !recordedOperations.has(action))).toEqual([])
})

test('a claim without a solution is not described as a claim of one', () => {
  expect(describeAuditAction('queue.claim', { lease: 'l', reason: 'work' })).toBe(
    'claimed a solution',
  )
  expect(describeAuditAction('queue.claim', { noneLeft: 'all_done' })).toBe(
    'asked for a solution and got none',
  )
})

test('a check for feedback on gold that returned none is not described as feedback or as a request', () => {
  expect(describeAuditAction('gold.explain', { annotations: ['a'] })).toBe(
    'saw the feedback on gold they annotated',
  )
  expect(describeAuditAction('gold.explain', { annotations: [] })).toBe(
    'received no feedback on gold (the page asks for it after each submission)',
  )
})

test('the end of the practice is described without saying whether it was finished', () => {
  expect(describeAuditAction('practice.finish', {})).toBe('ended the practice')
})
