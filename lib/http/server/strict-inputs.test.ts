import { expect, test } from 'vitest'
import { z } from '@/lib/platform/contract'
import { operations } from './operations'

/** Objects of a JSON schema that take fields which they do not name, by their path. */
function listLoose(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((each, i) => listLoose(each, `${path}[${i}]`))
  const { type, properties, additionalProperties, propertyNames } = schema as Record<
    string,
    unknown
  >
  // A record says what its keys and values are.
  const isRecord = propertyNames !== undefined
  const isLoose =
    (type === 'object' || properties !== undefined) && !isRecord && additionalProperties !== false
  return [
    ...(isLoose ? [path] : []),
    ...Object.entries(schema).flatMap(([key, value]) => listLoose(value, `${path}.${key}`)),
  ]
}

test.each(operations.map(({ contract }) => [contract.name, contract] as const))(
  '%s takes no field that it does not name',
  (name, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    expect(listLoose(schema, name)).toEqual([])
  },
)

test('a loose object is found wherever it is', () => {
  const loose = z.strictObject({ a: z.array(z.object({ b: z.looseObject({}) })) })
  expect(listLoose(z.toJSONSchema(loose, { io: 'input' }), 'call')).toEqual([
    'call.properties.a.items',
    'call.properties.a.items.properties.b',
  ])
})

test('nothing is changed by an address that is followed: GET is for reading alone', () => {
  const gets = operations.filter(({ contract }) => contract.method === 'get')
  expect(gets.filter(({ kind }) => kind === 'command')).toEqual([])
  const writes = operations.filter(({ kind }) => kind === 'command')
  expect(writes.length).toBeGreaterThan(50)
})
