import { describe, expect, test } from 'vitest'
import { z } from './contract'
import { describeInputIssue } from './describe-input-issue'

const count = z.number().int().min(1).max(30)

function describeValue(field: z.ZodType, value: unknown): string | undefined {
  const schema = z.strictObject({ field })
  const issue = schema.safeParse({ field: value }).error?.issues[0]
  return issue && describeInputIssue(schema, issue)
}

describe('a number outside its range', () => {
  test.each([
    [count, [0, 31, 1.5], 'Use a whole number from 1 to 30.'],
    [z.number().min(0).max(0.9), [-0.1, 1], 'Use a number from 0 to 0.9.'],
    [z.number().gt(0).max(1), [0, 2], 'Use a number that is greater than 0 and at most 1.'],
    [z.number().gt(0).lt(1), [0, 1], 'Use a number that is greater than 0 and less than 1.'],
    [z.number().int().min(2), [1], 'Use a whole number that is at least 2.'],
    [z.number().max(5), [6], 'Use a number that is at most 5.'],
    [count.nullable().default(90), [31], 'Use a whole number from 1 to 30.'],
    [z.coerce.number().int().min(1).max(30).optional(), ['31'], 'Use a whole number from 1 to 30.'],
  ] as const)('of field %# gets the range of the field', (field, values, message) => {
    for (const value of values) expect(describeValue(field, value)).toBe(message)
  })

  test('in an object, a list or a union gets the range of its own field', () => {
    const policy = z.strictObject({ overlap: z.strictObject({ extra: count }).optional() })
    expect(describeValue(policy, { overlap: { extra: 31 } })).toBe(
      'Use a whole number from 1 to 30.',
    )
    expect(describeValue(z.array(count), [1, 31])).toBe('Use a whole number from 1 to 30.')
    const settings = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), timeout: count }),
      z.strictObject({ kind: z.literal('b'), timeout: count.optional() }),
    ])
    expect(describeValue(settings, { kind: 'b', timeout: 31 })).toBe(
      'Use a whole number from 1 to 30.',
    )
  })
})

test('other issues keep their messages', () => {
  expect(describeValue(count.max(9, 'Ask for fewer.'), 10)).toBe('Ask for fewer.')
  expect(describeValue(count, 'x')).toMatch(/^Invalid input: expected number/)
  expect(describeValue(z.array(count).max(1), [1, 2])).toMatch(/^Too big/)
  expect(describeValue(z.string().max(1), 'ab')).toMatch(/^Too big/)
})
