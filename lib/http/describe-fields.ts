import type { z } from '@/lib/platform/contract'
import { findCommonFieldDescription } from './common-field-descriptions'

type Schema = z.core.JSONSchema.BaseSchema

export interface FieldDocsRow {
  /** `accounts[].name` */
  name: string
  type: string
  isRequired: boolean
  /** Bounds, default and meaning; may be empty. */
  description: string
}

const maxDepth = 3
const maxRows = 80

/**
 * Lists the fields of an object, each followed by its nested fields. Deeper or further fields are only in the
 * OpenAPI document.
 */
export function listSchemaFields(schema: Schema, { prefix = '', depth = 0 } = {}): FieldDocsRow[] {
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds) return mergeUnionFields(kinds, { prefix, depth })
  const { properties = {}, required = [] } = schema
  return Object.entries(properties)
    .flatMap(([key, property]) => {
      const field = property as Schema
      const name = `${prefix}${key}`
      const row = {
        name,
        type: formatSchemaType(field),
        isRequired: required.includes(key),
        description: describeField(field, findCommonFieldDescription(key, formatSchemaType(field))),
      }
      return [row, ...listNestedFields(field, name, depth)]
    })
    .slice(0, maxRows)
}

/** Merges the kinds of a union: lists each field once, required only if every kind requires it. */
function mergeUnionFields(
  kinds: readonly Schema[],
  position: { prefix: string; depth: number },
): FieldDocsRow[] {
  const lists = kinds.map((kind) => listSchemaFields(kind, position))
  const byName = new Map<string, FieldDocsRow>()
  for (const row of lists.flat()) {
    const entry = byName.get(row.name)
    const types = entry ? [...new Set([...entry.type.split(' | '), row.type])] : [row.type]
    const isRequired = lists.every((list) =>
      list.some((otherRow) => otherRow.name === row.name && otherRow.isRequired),
    )
    byName.set(row.name, { ...(entry ?? row), type: types.join(' | '), isRequired })
  }
  return [...byName.values()].slice(0, maxRows)
}

function listNestedFields(field: Schema, name: string, depth: number): FieldDocsRow[] {
  if (depth >= maxDepth) return []
  const inner = unwrapNull(field)
  if (inner.type === 'object' || inner.anyOf || inner.oneOf)
    return listSchemaFields(inner, { prefix: `${name}.`, depth: depth + 1 })
  const items = inner.type === 'array' ? (inner.items as Schema | undefined) : undefined
  return items?.type === 'object'
    ? listSchemaFields(items, { prefix: `${name}[].`, depth: depth + 1 })
    : []
}

/** The schema without null, if only one other kind remains. */
function unwrapNull(schema: Schema): Schema {
  const nonNullSchemas = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return nonNullSchemas.length === 1 && nonNullSchemas.length < (schema.anyOf ?? []).length
    ? nonNullSchemas[0]!
    : schema
}

const formatNames: Readonly<Record<string, string>> = {
  uuid: 'id',
  'date-time': 'instant',
  email: 'email address',
}

export function formatSchemaType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => formatSchemaType(choice)))].join(' | ')
  // A nullable type without bounds is written as one list: `"type": ["string", "null"]`.
  if (Array.isArray(schema.type))
    return schema.type.map((type) => formatSchemaType({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'array':
      return `list of ${formatSchemaType((schema.items ?? {}) as Schema)}`
    case 'string':
      return formatNames[schema.format ?? ''] ?? 'text'
    case 'integer':
      return 'whole number'
    default:
      return typeof schema.type === 'string' ? schema.type : 'any'
  }
}

/** The largest safe integer of JSON: means that the contract sets no bound. */
const noBound = Number.MAX_SAFE_INTEGER

/** `fallback`: the description to use if the contract has none. */
function describeField(schema: Schema, fallback: string): string {
  const inner = unwrapNull(schema)
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = inner
  const bounds = [
    describeRange(minimum, maximum, ''),
    describeRange(minLength, maxLength, ' characters'),
    describeRange(minItems, maxItems, ' of them'),
  ].filter((bound) => bound !== '')
  const hasDefault = schema.default !== undefined
  const meaning = schema.description ?? inner.description ?? fallback
  return [
    ...bounds,
    ...(hasDefault ? [`Default: ${JSON.stringify(schema.default)}`] : []),
    ...(meaning ? [meaning] : []),
  ].join('. ')
}

function describeRange(min: unknown, max: unknown, unit: string): string {
  const from = typeof min === 'number' && min > -noBound ? min : null
  const to = typeof max === 'number' && max < noBound ? max : null
  if (from !== null && to !== null)
    return from === to ? `${to}${unit}` : `${formatBound(from)} to ${formatBound(to)}${unit}`
  if (from !== null) return `at least ${formatBound(from)}${unit}`
  return to === null ? '' : `at most ${formatBound(to)}${unit}`
}

const formatBound = (value: number) => value.toLocaleString('en-GB')

/** A value of the schema's type, as a start for an example. Ignores patterns and the lengths of texts. */
export function makeExampleInput(schema: Schema, name = '', depth = 0): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return makeExampleInput(choice, name, depth)
  switch (schema.type) {
    case 'object':
      return depth > maxDepth ? {} : exampleObject(schema, depth)
    case 'array':
      return schema.minItems
        ? [makeExampleInput((schema.items ?? {}) as Schema, name, depth + 1)]
        : []
    case 'string':
      return exampleText(schema, name)
    case 'number':
    case 'integer':
      return schema.minimum !== undefined && schema.minimum > -noBound ? schema.minimum : 1
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Only required fields. */
function exampleObject({ properties = {}, required = [] }: Schema, depth: number) {
  return Object.fromEntries(
    required
      .filter((key) => key in properties)
      .map((key) => [key, makeExampleInput(properties[key] as Schema, key, depth + 1)]),
  )
}

function exampleText({ format }: Schema, name: string): string {
  if (format === 'uuid') return '01900000-0000-7000-8000-000000000000'
  if (format === 'date-time') return '2026-11-22T10:00:00.000Z'
  if (format === 'email') return 'mei@example.org'
  if (name === 'url') return 'https://example.org/'
  return name === 'project' ? 'competition-maths' : `a ${name || 'text'}`
}
