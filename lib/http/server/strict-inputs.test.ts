import { expect, test } from 'vitest'
import { type Contract, listPathParameters, z } from '@/lib/platform/contract'
import { int32Max, int32Min } from '@/lib/platform/fields'
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

/** Whole numbers of a JSON schema that a column of 32 bits cannot hold, by their path. */
function listTooLarge(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((each, i) => listTooLarge(each, `${path}[${i}]`))
  const { type, minimum, maximum, ...more } = schema as Record<string, unknown>
  const least = Number(minimum ?? more.exclusiveMinimum ?? -Infinity)
  const most = Number(maximum ?? more.exclusiveMaximum ?? Infinity)
  const isTooLarge = type === 'integer' && (least < int32Min || most > int32Max)
  return [
    ...(isTooLarge ? [path] : []),
    ...Object.entries(schema).flatMap(([key, value]) => listTooLarge(value, `${path}.${key}`)),
  ]
}

/** What may be larger, and why. */
const takesLarger: Readonly<Record<string, string>> = {
  'saveAnnotation.properties.stepTimesMs.items': 'a clock gone wrong: kept as a day at the most',
  'saveAnnotation.properties.activeMs': 'the same',
  'saveAnnotation.properties.events.items.properties.activeMs': 'the same',
  'submitAnnotation.properties.stepTimesMs.items': 'the same',
  'submitAnnotation.properties.activeMs': 'the same',
  'submitAnnotation.properties.events.items.properties.activeMs': 'the same',
  'uploadImportFile.properties.offset': 'bytes of a file of up to 2 GiB, in 64 bits',
}

test('no call takes a whole number that its column cannot hold', () => {
  const unboundedFields = operations.flatMap(({ contract: { name, input } }) =>
    listTooLarge(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), name),
  )
  expect(unboundedFields.sort()).toEqual(Object.keys(takesLarger).sort())
})

test('a whole number without bounds is found wherever it is', () => {
  const unbounded = z.strictObject({ a: z.array(z.int()), b: z.int().min(0), c: z.int().max(0) })
  expect(listTooLarge(z.toJSONSchema(unbounded, { io: 'input' }), 'call')).toEqual([
    'call.properties.a.items',
    'call.properties.b',
    'call.properties.c',
  ])
})

test('nothing is changed by an address that is followed: GET is for reading alone', () => {
  const gets = operations.filter(({ contract }) => contract.method === 'get')
  expect(gets.filter(({ kind }) => kind === 'command')).toEqual([])
  const writes = operations.filter(({ kind }) => kind === 'command')
  expect(writes.length).toBeGreaterThan(50)
})

/** What stands in the address of a call and could hold someone's e-mail address, and what it is. */
const takesAnyText: Readonly<Record<string, string>> = {
  'addHeldOutList.name': 'what an admin calls a list of problems',
  'exportAudit.target': 'the id of what was changed',
  'exportInstanceAudit.target': 'the id of what was changed',
  'getGold.solution': 'the id of a solution',
  'listAgreements.filters': 'choices and ids, as JSON',
  'listAnswerPairs.text': 'words of final answers',
  'listAudit.target': 'the id of what was changed',
  'listGold.search': 'words of problems',
  'listInstanceAudit.target': 'the id of what was changed',
  'listQueue.after': 'a place in the queue',
  'listQueue.slice': 'the name of a slice of a round',
}

const isInAddress = ({ method, accepts, path }: Contract, field: string) =>
  method === 'get' ||
  method === 'delete' ||
  accepts === 'file' ||
  listPathParameters(path).includes(field)

test('no call has an e-mail address or a secret in its own address, where logs and histories keep it', () => {
  const taking = operations.flatMap(({ contract }) =>
    Object.entries(contract.input.shape)
      .filter(([field]) => isInAddress(contract, field))
      .filter(([, schema]) => (schema as z.ZodType).safeParse('ada@example.org').success)
      .map(([field]) => `${contract.name}.${field}`),
  )
  expect(taking.sort()).toEqual(Object.keys(takesAnyText).sort())
  const named = operations.flatMap(({ contract }) =>
    Object.keys(contract.input.shape)
      .filter((field) => isInAddress(contract, field) && /secret|password|code$|email/i.test(field))
      .map((field) => `${contract.name}.${field}`),
  )
  expect(named).toEqual([])
})
