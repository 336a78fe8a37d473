import { beforeAll, expect, test } from 'vitest'
import { listApiCallDocs, listApiCallEntries } from './call-docs'

beforeAll(() => {
  process.env.DATABASE_URL ??= 'postgresql://nobody@127.0.0.1:1/none'
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
})

/** Maximum share of input fields without a description, for fields whose name and type suffice. */
const maxUndescribedShare = 0.16

test('more than 84% of input fields have a description', () => {
  const docs = listApiCallDocs(new Set(listApiCallEntries().map(({ name }) => name)))
  const sentFields = docs.flatMap(({ name: call, fields }) =>
    fields.map(({ name, description }) => ({ name: `${call} ${name}`, description })),
  )
  expect(sentFields.length).toBeGreaterThan(600)
  const undescribed = sentFields
    .filter(({ description }) => description === '')
    .map(({ name }) => name)
  expect(undescribed.length / sentFields.length, undescribed.join(', ')).toBeLessThan(
    maxUndescribedShare,
  )
})

test('a nullable field in the API docs keeps its type instead of becoming "any"', () => {
  const [auditDocs] = listApiCallDocs(new Set(['listAudit']))
  const types = new Map(auditDocs!.replyFields.map(({ name, type }) => [name, type]))
  expect(types.get('next')).toBe('text | null')
  expect(types.get('entries[].actorName')).toBe('text | null')
})
