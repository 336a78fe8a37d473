import { z } from './contract'

/** What is wrong with an input. For a number outside its range, the range of its field: `Use a whole number from 1 to 30.` */
export function describeInputIssue(schema: z.ZodType, issue: z.core.$ZodIssue): string {
  const isOutOfRange =
    (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin !== 'string'
  const isFraction = issue.code === 'invalid_type' && issue.expected === 'int'
  // A contract can have its own message.
  const isDefaultMessage = /^(?:Too (?:big|small)|Invalid input): /.test(issue.message)
  if (!(isOutOfRange || isFraction) || !isDefaultMessage) return issue.message
  const ranges = new Set(listNumberFields(schema, issue.path).map(formatRange))
  const [range] = ranges
  return ranges.size === 1 && range ? range : issue.message
}

/** The numbers that the schema allows at the path. Several in a union. */
function listNumberFields(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.ZodNumber[] {
  const [key, ...remainingPath] = path
  if (schema instanceof z.ZodNumber) return key === undefined ? [schema] : []
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => listNumberFields(option, path))
  if (schema instanceof z.ZodPipe) return listNumberFields(schema.def.in, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return listNumberFields(schema.def.innerType, path)
  if (key === undefined) return []
  if (schema instanceof z.ZodArray) return listNumberFields(schema.def.element, remainingPath)
  if (!(schema instanceof z.ZodObject)) return []
  const fields: Readonly<Record<string, z.core.$ZodType>> = schema.def.shape
  const field = fields[String(key)]
  return field ? listNumberFields(field, remainingPath) : []
}

function formatRange(field: z.ZodNumber): string | null {
  const { type, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = z.toJSONSchema(field)
  const low = minimum ?? exclusiveMinimum
  const high = maximum ?? exclusiveMaximum
  const noun = type === 'integer' ? 'whole number' : 'number'
  const hasLow = low !== undefined && low !== Number.MIN_SAFE_INTEGER
  const hasHigh = high !== undefined && high !== Number.MAX_SAFE_INTEGER
  if (hasLow && hasHigh && exclusiveMinimum === undefined && exclusiveMaximum === undefined)
    return `Use a ${noun} from ${low} to ${high}.`
  const limits = [
    hasLow && `${exclusiveMinimum === undefined ? 'at least' : 'greater than'} ${low}`,
    hasHigh && `${exclusiveMaximum === undefined ? 'at most' : 'less than'} ${high}`,
  ].filter((limit) => limit !== false)
  return limits.length === 0 ? null : `Use a ${noun} that is ${limits.join(' and ')}.`
}
