import { expect, test } from 'vitest'
import { type Contract, listPathParameters, z } from '@/lib/platform/contract'
import { int32Max, int32Min, nameField } from '@/lib/platform/fields'
import { sendsInputInQuery } from '@/lib/platform/sends-input-in-query'
import { operations } from './operations'

/** Paths of objects in a JSON schema that accept unknown fields. */
function listLoose(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((each, i) => listLoose(each, `${path}[${i}]`))
  const { type, properties, additionalProperties, propertyNames } = schema as Record<
    string,
    unknown
  >
  // A record defines its keys and values.
  const isRecord = propertyNames !== undefined
  const isLoose =
    (type === 'object' || properties !== undefined) && !isRecord && additionalProperties !== false
  return [
    ...(isLoose ? [path] : []),
    ...Object.entries(schema).flatMap(([key, value]) => listLoose(value, `${path}.${key}`)),
  ]
}

test.each(operations.map(({ contract }) => [contract.name, contract] as const))(
  '%s rejects unknown fields',
  (name, { input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    expect(listLoose(schema, name)).toEqual([])
  },
)

test('the test for unknown fields detects an object that accepts them, at any depth', () => {
  const looseSchema = z.strictObject({ a: z.array(z.object({ b: z.looseObject({}) })) })
  expect(listLoose(z.toJSONSchema(looseSchema, { io: 'input' }), 'call')).toEqual([
    'call.properties.a.items',
    'call.properties.a.items.properties.b',
  ])
})

/** Paths of integers in a JSON schema that do not fit a 32-bit column. */
function listTooLarge(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((each, i) => listTooLarge(each, `${path}[${i}]`))
  const { type, minimum, maximum, ...more } = schema as Record<string, unknown>
  const min = Number(minimum ?? more.exclusiveMinimum ?? -Infinity)
  const max = Number(maximum ?? more.exclusiveMaximum ?? Infinity)
  const isTooLarge = type === 'integer' && (min < int32Min || max > int32Max)
  return [
    ...(isTooLarge ? [path] : []),
    ...Object.entries(schema).flatMap(([key, value]) => listTooLarge(value, `${path}.${key}`)),
  ]
}

/** Exceptions, with the reason. */
const largerIntegers: Readonly<Record<string, string>> = {
  'saveAnnotation.properties.stepTimesMs.items': 'a broken clock: stored as one day at most',
  'saveAnnotation.properties.activeMs': 'the same',
  'saveAnnotation.properties.events.items.properties.activeMs': 'the same',
  'submitAnnotation.properties.stepTimesMs.items': 'the same',
  'submitAnnotation.properties.activeMs': 'the same',
  'submitAnnotation.properties.events.items.properties.activeMs': 'the same',
  'uploadImportFile.properties.offset': 'bytes of a file of up to 2 GiB, stored in 64 bits',
}

test('no call accepts an integer that does not fit its column', () => {
  const unboundedFields = operations.flatMap(({ contract: { name, input } }) =>
    listTooLarge(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), name),
  )
  expect(unboundedFields.sort()).toEqual(Object.keys(largerIntegers).sort())
})

test('the test for integer bounds detects an integer without them, at any depth', () => {
  const unbounded = z.strictObject({ a: z.array(z.int()), b: z.int().min(0), c: z.int().max(0) })
  expect(listTooLarge(z.toJSONSchema(unbounded, { io: 'input' }), 'call')).toEqual([
    'call.properties.a.items',
    'call.properties.b',
    'call.properties.c',
  ])
})

test('no GET call writes, so following a link changes nothing', () => {
  const gets = operations.filter(({ contract }) => contract.method === 'get')
  expect(gets.filter(({ kind }) => kind === 'command')).toEqual([])
  const writes = operations.filter(({ kind }) => kind === 'command')
  expect(writes.length).toBeGreaterThan(50)
})

/** Parameters in URLs that could contain an email address, and what they are. */
const anyTextParameters: Readonly<Record<string, string>> = {
  'addHeldOutList.name': 'name of a held-out list',
  'exportAudit.target': 'id of the changed object',
  'exportInstanceAudit.target': 'id of the changed object',
  'getGold.solution': 'solution id',
  'listAgreements.filters': 'choices and ids, as JSON',
  'listAnswerPairs.text': 'text of final answers',
  'listAudit.target': 'id of the changed object',
  'listGold.search': 'text of problems',
  'listInstanceAudit.target': 'id of the changed object',
  'listQueue.slice': 'name of a slice of a round',
}

const isInAddress = ({ method, accepts, path }: Contract, field: string) =>
  sendsInputInQuery(method, accepts) || listPathParameters(path).includes(field)

test('no URL contains an email address or a secret, because logs and histories store URLs', () => {
  const fieldsAcceptingEmail = operations.flatMap(({ contract }) =>
    Object.entries(contract.input.shape)
      .filter(([field]) => isInAddress(contract, field))
      .filter(([, schema]) => (schema as z.ZodType).safeParse('ada@example.org').success)
      .map(([field]) => `${contract.name}.${field}`),
  )
  expect(fieldsAcceptingEmail.sort()).toEqual(Object.keys(anyTextParameters).sort())
  const fieldsNamedLikeSecrets = operations.flatMap(({ contract }) =>
    Object.keys(contract.input.shape)
      .filter((field) => isInAddress(contract, field) && /secret|password|code$|email/i.test(field))
      .map((field) => `${contract.name}.${field}`),
  )
  expect(fieldsNamedLikeSecrets).toEqual([])
})

/** The fields `name` of a schema, at any depth. */
function listNameFields(schema: z.ZodType, path: string): { path: string; field: z.ZodType }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([key, each]) => {
      const [field, location] = [each as z.ZodType, `${path}.${key}`]
      return key === 'name' ? [{ path: location, field }] : listNameFields(field, location)
    })
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((each) => listNameFields(each as z.ZodType, path))
  const inner = 'unwrap' in schema && typeof schema.unwrap === 'function' ? schema.unwrap() : null
  return inner === null ? [] : listNameFields(inner as z.ZodType, path)
}

test('every input field called `name` accepts and rejects the same names', () => {
  const names = [
    ...['', ' ', 'a\nb', 'a\0', 'a\u2028b', '\u202egnp.exe', 'a\u2066b', '\u200fa'],
    ...['Zoë 👩‍💻', 'علي رضا', "O'Brien, A. (2)"],
  ]
  const listAccepted = (field: z.ZodType) => names.filter((name) => field.safeParse(name).success)
  const fields = operations.flatMap(({ contract }) => listNameFields(contract.input, contract.name))
  expect(fields.map(({ path }) => path)).toContain('acceptInvite.account.name')
  expect(fields.length).toBeGreaterThan(8)
  for (const { path, field } of fields)
    expect(listAccepted(field), path).toEqual(listAccepted(nameField(80)))
})
