import { describe, expect, test } from 'vitest'
import { z } from '@/lib/platform/contract'
import { listSchemaFields, makeExampleInput } from './describe-fields'

const schema = z.strictObject({
  name: z.string().min(1).max(80).describe('What it is called'),
  scope: z.enum(['read', 'write']).default('read'),
  days: z.number().int().min(1).max(3_650).nullable(),
  at: z.iso.datetime().optional(),
  filters: z.strictObject({ labelers: z.array(z.uuid()).min(1).max(1_000) }),
  items: z.array(z.strictObject({ step: z.int() })).optional(),
})
const json = z.toJSONSchema(schema, { io: 'input' })

describe('listSchemaFields', () => {
  test('uses the common description unless the contract has its own', () => {
    const commonFields = z.toJSONSchema(
      z.object({
        solution: z.uuid(),
        lease: z.uuid().describe('Its own words'),
        next: z.string().nullable(),
        by: z.enum(['grader', 'reviewer']),
      }),
    )
    expect(listSchemaFields(commonFields).map(({ type }) => type)).toEqual([
      ...['id', 'id', 'text | null', '"grader" | "reviewer"'],
    ])
    expect(
      listSchemaFields(commonFields).map(({ name, description }) => [name, description]),
    ).toEqual([
      ['solution', 'Solution id'],
      ['lease', 'Its own words'],
      ['next', 'Cursor of the next page, to send as `after`; null: last page'],
      // The same name with another type has no common description.
      ['by', ''],
    ])
  })

  test('lists name, type, bounds and description, with nested fields below their parent', () => {
    expect(listSchemaFields(json)).toEqual([
      {
        name: 'name',
        type: 'text',
        isRequired: true,
        description: '1 to 80 characters. What it is called',
      },
      {
        name: 'scope',
        type: '"read" | "write"',
        isRequired: false,
        description: 'Default: "read"',
      },
      {
        name: 'days',
        type: 'whole number | null',
        isRequired: true,
        description: '1 to 3,650',
      },
      { name: 'at', type: 'instant', isRequired: false, description: '' },
      { name: 'filters', type: 'object', isRequired: true, description: '' },
      {
        name: 'filters.labelers',
        type: 'list of id',
        isRequired: true,
        description: '1 to 1,000 of them',
      },
      { name: 'items', type: 'list of object', isRequired: false, description: '' },
      { name: 'items[].step', type: 'whole number', isRequired: true, description: '' },
    ])
  })

  test('merges the fields of a union and marks those missing in some kinds as optional', () => {
    const kinds = z.toJSONSchema(
      z.union([
        z.object({ kind: z.literal('a'), id: z.uuid() }),
        z.object({ kind: z.literal('b') }),
      ]),
    )
    expect(listSchemaFields(kinds)).toEqual([
      { name: 'kind', type: '"a" | "b"', isRequired: true, description: '' },
      { name: 'id', type: 'id', isRequired: false, description: '' },
    ])
  })
})

test('makeExampleInput gives an input that the schema accepts', () => {
  expect(() => schema.parse(makeExampleInput(json))).not.toThrow()
})
