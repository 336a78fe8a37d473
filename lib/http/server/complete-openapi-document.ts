import type { Contract, z } from '@/lib/platform/contract'
import { findFieldDescription } from '../field-descriptions'

interface Parameter {
  in?: string
  name?: string
  required?: boolean
  description?: string
  schema?: { description?: string; type?: string | string[] }
}

interface OpenApiOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: object
  responses: object
}

interface Document {
  paths?: object
  components?: { schemas?: object }
}

/**
 * Corrects what the generator of the OpenAPI document gets wrong, and describes the fields whose contracts say nothing
 * about them.
 */
export function completeOpenApiDocument<T extends Document>(
  generated: T,
  contracts: readonly Contract[],
): T {
  const document = withoutSharedParts(generated)
  allowNull(document)
  boundTuples(document)
  const inputs = new Map(contracts.map(({ name, input }) => [name, input]))
  for (const methods of Object.values(document.paths ?? {}) as Record<string, OpenApiOperation>[])
    for (const call of Object.values(methods)) {
      const { operationId: name, parameters = [], requestBody, responses } = call
      for (const parameter of parameters) completeParameter(parameter, name, inputs.get(name)!)
      describeFields(requestBody, [name, 'request'])
      describeFields(responses, [name])
    }
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    describeFields(schema, [name])
  return document
}

/** The generator repeats the same object wherever a contract repeats a schema: a description of one would describe all. */
const withoutSharedParts = <T>(document: T): T => JSON.parse(JSON.stringify(document)) as T

/**
 * The generator writes a nullable component as `allOf` of the component, which rejects null, and of a type with null.
 */
function allowNull(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  const schema = part as { allOf?: { $ref?: string; type?: unknown }[]; anyOf?: unknown }
  const [component, nullSchema] = schema.allOf ?? []
  if (component?.$ref && Array.isArray(nullSchema?.type) && nullSchema.type.includes('null')) {
    schema.anyOf = [component, { type: 'null' }]
    delete schema.allOf
  }
  for (const value of Object.values(part)) allowNull(value)
}

/**
 * The generator sets no length for a tuple. Tuples of equal items become lists of that length, which are shorter, and
 * which every tool reads.
 */
function boundTuples(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  for (const value of Object.values(part)) boundTuples(value)
  const schema = part as {
    prefixItems?: unknown[]
    items?: unknown
    minItems?: number
    maxItems?: number
  }
  const { prefixItems } = schema
  if (!Array.isArray(prefixItems)) return
  schema.minItems = schema.maxItems = prefixItems.length
  const [first, ...otherItems] = prefixItems.map((item) => JSON.stringify(item))
  if (otherItems.some((otherItem) => otherItem !== first)) return
  schema.items = prefixItems[0]
  delete schema.prefixItems
}

/** A number in a path or a query is parsed from text, which the generator takes for an optional value that can be null. */
function completeParameter(parameter: Parameter, call: string, input: z.ZodObject): void {
  const { name, schema } = parameter
  if (name === undefined) return
  const field = input.shape[name] as z.ZodType | undefined
  if (field && !field.safeParse(undefined).success) parameter.required = true
  if (Array.isArray(schema?.type)) schema.type = schema.type.find((type) => type !== 'null')!
  if (!schema?.description) parameter.description ??= findFieldDescription([call, 'request', name])
}

/** Whether a field can be null. */
function acceptsNull(field: object): boolean {
  const {
    type,
    anyOf,
    oneOf,
    enum: values,
  } = field as {
    type?: string | readonly string[]
    anyOf?: object[]
    oneOf?: object[]
    enum?: unknown[]
  }
  return (
    [type].flat().includes('null') ||
    (values ?? []).includes(null) ||
    [...(anyOf ?? []), ...(oneOf ?? [])].some(acceptsNull)
  )
}

/** A shared description also says what null means, which is wrong where a field is never null. */
const withoutNull = (description: string) => description.replace(/; null.*$/, '')

/**
 * Describes the fields below a part of the document whose contracts say nothing about them.
 *
 * @param location the call or component, then the names of the fields around the part
 */
function describeFields(part: unknown, location: readonly string[]): void {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    if (key !== 'properties') {
      describeFields(value, location)
      continue
    }
    for (const [name, field] of Object.entries(value as Record<string, { description?: string }>)) {
      const path = [...location, name]
      const description = findFieldDescription(path)
      if (description !== undefined)
        field.description ??= acceptsNull(field) ? description : withoutNull(description)
      describeFields(field, path)
    }
  }
}
