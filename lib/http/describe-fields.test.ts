import { describe, expect, test } from 'vitest'
import { z } from '@/lib/platform/contract'
import { listFields, makeExample } from './describe-fields'

const schema = z.strictObject({
  name: z.string().min(1).max(80).describe('What it is called'),
  scope: z.enum(['read', 'write']).default('read'),
  days: z.number().int().min(1).max(3_650).nullable(),
  at: z.iso.datetime().optional(),
  filters: z.strictObject({ labelers: z.array(z.uuid()).min(1).max(1_000) }),
  items: z.array(z.strictObject({ step: z.int() })).optional(),
})
const json = z.toJSONSchema(schema, { io: 'input' })

describe('fields', () => {
  test('that mean the same everywhere are said in the usual words, unless their contract has its own', () => {
    const usual = z.toJSONSchema(
      z.object({
        solution: z.uuid(),
        lease: z.uuid().describe('Its own words'),
        next: z.string().nullable(),
        by: z.enum(['grader', 'reviewer']),
      }),
    )
    expect(listFields(usual).map(({ type }) => type)).toEqual([
      ...['id', 'id', 'text | null', '"grader" | "reviewer"'],
    ])
    expect(listFields(usual).map(({ name, description }) => [name, description])).toEqual([
      ['solution', 'Of one attempt at a problem'],
      ['lease', 'Its own words'],
      ['next', 'Where the next page begins, to be sent as `after`; null: this is the last'],
      // Another type is another thing.
      ['by', ''],
    ])
  })

  test('have a name, a type, bounds and words, and what is inside stands below', () => {
    expect(listFields(json)).toEqual([
      {
        ...{ name: 'name', type: 'text', isRequired: true },
        description: '1 to 80 characters. What it is called',
      },
      {
        ...{ name: 'scope', type: '"read" | "write"', isRequired: false },
        description: '"read" where left out',
      },
      {
        ...{ name: 'days', type: 'whole number | null', isRequired: true },
        description: '1 to 3,650',
      },
      { name: 'at', type: 'instant', isRequired: false, description: '' },
      { name: 'filters', type: 'object', isRequired: true, description: '' },
      {
        ...{ name: 'filters.labelers', type: 'list of id', isRequired: true },
        description: '1 to 1,000 of them',
      },
      { name: 'items', type: 'list of object', isRequired: false, description: '' },
      { name: 'items[].step', type: 'whole number', isRequired: true, description: '' },
    ])
  })

  test('of several kinds stand together: what one kind has may be missing', () => {
    const kinds = z.toJSONSchema(
      z.union([
        z.object({ kind: z.literal('a'), id: z.uuid() }),
        z.object({ kind: z.literal('b') }),
      ]),
    )
    expect(listFields(kinds)).toEqual([
      { name: 'kind', type: '"a" | "b"', isRequired: true, description: '' },
      { name: 'id', type: 'id', isRequired: false, description: '' },
    ])
  })

  test('have an example that the schema takes', () => {
    expect(() => schema.parse(makeExample(json))).not.toThrow()
  })
})
