import { listInstanceAuditContract } from '@/lib/audit/contract'
import { z } from '@/lib/platform/contract'
import { hasOrderedDays } from '@/lib/platform/fields'

const { actor, group, target, from, to, after } = listInstanceAuditContract.input.shape

/** Ignores invalid values and empty ones, because forms also send empty fields. */
const makeFilterField = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? undefined : value), field).catch(undefined as never)

const queryFields = z.object({
  actor: makeFilterField(actor),
  group: makeFilterField(group),
  target: makeFilterField(target),
  from: makeFilterField(from),
  to: makeFilterField(to),
  after: makeFilterField(after),
})

/** Reads the filter and the cursor from the query parameters. Ignores a last day before the first day. */
export function readAuditFilter(parameters: Record<string, string | string[] | undefined>) {
  const { after, ...filter } = queryFields.parse(parameters)
  if (hasOrderedDays(filter)) return { filter, after, ignoredTo: null }
  return { filter: { ...filter, to: undefined }, after, ignoredTo: filter.to ?? null }
}
