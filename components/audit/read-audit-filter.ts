import { listInstanceAuditContract } from '@/lib/audit/contract'
import { z } from '@/lib/platform/contract'
import { hasOrderedDays } from '@/lib/platform/fields'

const { shape } = listInstanceAuditContract.input

/** Ignores invalid values and empty ones, because forms also send empty fields. */
const makeFilterField = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? undefined : value), field).catch(undefined as never)

const queryFields = z.object({
  actor: makeFilterField(shape.actor),
  group: makeFilterField(shape.group),
  target: makeFilterField(shape.target),
  from: makeFilterField(shape.from),
  to: makeFilterField(shape.to),
  after: makeFilterField(shape.after),
})

/** Reads the filter and the cursor from the query parameters. Ignores a last day before the first day. */
export function readAuditFilter(parameters: Record<string, string | string[] | undefined>) {
  const { after, ...filter } = queryFields.parse(parameters)
  if (hasOrderedDays(filter)) return { filter, after, ignoredTo: null }
  return { filter: { ...filter, to: undefined }, after, ignoredTo: filter.to ?? null }
}
