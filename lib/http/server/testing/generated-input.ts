import fc from 'fast-check'
import { z } from '@/lib/platform/contract'
import { anyHostileKey, anyHostileValue } from './hostile-values'

type Schema = z.core.JSONSchema.BaseSchema

/** Values that exist: project names and row ids. */
export interface ExistingValues {
  slugs: readonly string[]
  ids: readonly string[]
}

const leafDepth = 6

/** Generates input of a schema's types, using known names and ids where they fit. Some values break a pattern or format. */
export function generateSchemaInput(
  schema: z.ZodType,
  existingValues: ExistingValues,
): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return generate(json, existingValues, '', 0)
}

function generate(
  schema: Schema,
  existingValues: ExistingValues,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  const { const: constant, enum: values, anyOf, oneOf, allOf } = schema
  if (constant !== undefined) return fc.constant(constant)
  if (values) return fc.constantFrom<unknown>(...values)
  const choices = anyOf ?? oneOf
  if (choices)
    return fc.oneof(...choices.map((choice) => generate(choice, existingValues, name, depth)))
  if (allOf) return generate(Object.assign({}, ...allOf) as Schema, existingValues, name, depth)
  switch (schema.type) {
    case 'object':
      return generateObject(schema, existingValues, depth)
    case 'array':
      return generateArray(schema, existingValues, name, depth)
    case 'string':
      return generateText(schema, existingValues, name)
    case 'number':
    case 'integer':
      return generateNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return generateUntyped(name, existingValues)
  }
}

function generateObject(
  schema: Schema,
  existingValues: ExistingValues,
  depth: number,
): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, field]) => [
      key,
      generate(field as Schema, existingValues, key, depth + 1),
    ]),
  )
  const fixedFields = fc.record(fields, { requiredKeys: required.filter((key) => key in fields) })
  const hasAnyKeys = typeof additionalProperties === 'object' && Object.keys(fields).length === 0
  if (!hasAnyKeys || depth > leafDepth) return fixedFields
  return fc.dictionary(
    fc.constantFrom('undo', 'correct', 'a'),
    generateValue(additionalProperties),
    {
      maxKeys: 2,
    },
  )
  function generateValue(field: unknown): fc.Arbitrary<unknown> {
    return generate(field as Schema, existingValues, '', depth + 1)
  }
}

function generateArray(
  { items, minItems = 0, maxItems = 4 }: Schema,
  existingValues: ExistingValues,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  const item = generate((items ?? {}) as Schema, existingValues, name, depth + 1)
  const maxLength = Math.max(minItems, Math.min(maxItems, depth > leafDepth ? 0 : 4))
  return fc.array(item, { minLength: Math.min(minItems, 100), maxLength })
}

/** No request leaves the machine: the server rejects loopback and reserved IP addresses, and the name does not exist. */
const addresses = ['https://127.0.0.1:1/', 'https://nowhere.invalid/hook', 'http://192.0.2.1/']
const instants = [
  ...['2026-01-01T00:00:00.000Z', '2026-11-22T12:00:00Z', '2100-01-01T00:00:00.000Z'],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'],
]
const days = ['2026-11-22', '2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31']
/** Fixed texts for fields with a pattern; none identifies an existing row. */
const patternTexts = ['a', 'data', 'manifest.json', '1', '2026-02-30T00:00:00.000000Z_1_a']

function generateText(
  { format, pattern, minLength = 0, maxLength = 40 }: Schema,
  existingValues: ExistingValues,
  name: string,
): fc.Arbitrary<unknown> {
  if (name === 'project' || name === 'slug') return fc.constantFrom(...existingValues.slugs)
  if (name === 'url') return fc.constantFrom(...addresses)
  if (format === 'uuid')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...existingValues.ids) }, fc.uuid())
  if (format === 'date-time') return fc.constantFrom(...instants)
  if (format === 'email' || name === 'email' || name === 'user') return fc.emailAddress()
  if (pattern?.endsWith('{43}$')) return fc.constant('a'.repeat(43))
  if (pattern && /^\^\[0-9a-f]|\{64\}/.test(pattern)) return fc.constant('0'.repeat(64))
  if (format === 'date') return fc.constantFrom(...days)
  if (pattern)
    return fc.oneof(
      fc.constantFrom(...patternTexts),
      fc.stringMatching(new RegExp(pattern)),
      fc.string(),
    )
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(minLength, 300),
    maxLength: Math.max(minLength, Math.min(maxLength, 40)),
  })
}

function generateNumber({
  type,
  minimum,
  maximum,
  exclusiveMinimum,
}: Schema): fc.Arbitrary<unknown> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -10 : Number(exclusiveMinimum))
  const max = Math.max(min, maximum ?? 100)
  const near = fc.integer({
    min: Math.ceil(min),
    max: Math.max(Math.ceil(min), Math.min(Math.floor(max), Math.ceil(min) + 10)),
  })
  if (type === 'integer') return fc.oneof(near, fc.constantFrom(Math.ceil(min), Math.floor(max)))
  return fc.oneof(near, fc.double({ min, max, noNaN: true }))
}

/** For fields without a type in the schema, such as numbers in paths, which arrive as text. */
function generateUntyped(name: string, { ids }: ExistingValues): fc.Arbitrary<unknown> {
  return fc.oneof(fc.constantFrom('1', '0', '2', ids[0] ?? '', name), fc.jsonValue({ maxDepth: 1 }))
}

/** The input, unchanged or with one or two changes, most of which make it invalid. */
export function generateChangedInput(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap'),
    key: anyHostileKey,
    value: anyHostileValue,
  })
  return fc
    .tuple(valid, fc.array(change, { maxLength: 2 }))
    .map(([value, changes]) => changes.reduce<unknown>(applyChange, value))
}

interface Change {
  at: number
  how: string
  key: string
  value: unknown
}

function applyChange(value: unknown, change: Change): unknown {
  const copy: unknown = structuredClone(value)
  const properties = listProperties(copy)
  const property = properties[change.at % Math.max(1, properties.length)]
  if (!property) return copy
  const { parent, key } = property
  if (change.how === 'replace') setProperty(parent, key, change.value)
  if (change.how === 'remove') Reflect.deleteProperty(parent, key)
  if (change.how === 'add') setProperty(parent, change.key, change.value)
  if (change.how === 'wrap') setProperty(parent, key, [Reflect.get(parent, key)])
  return copy
}

/** Also `__proto__`, as an ordinary key. */
function setProperty(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

const maxProperties = 200

function listProperties(value: unknown): { parent: object; key: string }[] {
  const properties: { parent: object; key: string }[] = []
  const unvisited: unknown[] = [value]
  while (unvisited.length > 0 && properties.length < maxProperties) {
    const parent = unvisited.shift()
    if (typeof parent !== 'object' || parent === null) continue
    for (const [key, child] of Object.entries(parent)) {
      properties.push({ parent, key })
      unvisited.push(child)
    }
  }
  return properties
}
