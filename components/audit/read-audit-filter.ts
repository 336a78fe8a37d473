import { listInstanceAuditContract } from '@/lib/audit/contract'
import { z } from '@/lib/platform/contract'

const { actor, group, target, from, to, after } = listInstanceAuditContract.input.shape

/** Forms also send empty fields. Invalid values are ignored. */
const makeFilterField = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? undefined : value), field).catch(undefined as never)

const addressFields = z.object({
  actor: makeFilterField(actor),
  group: makeFilterField(group),
  target: makeFilterField(target),
  from: makeFilterField(from),
  to: makeFilterField(to),
  after: makeFilterField(after),
})

/** The query parameters of the filter. */
export function readAuditFilter(address: Record<string, string | string[] | undefined>) {
  const { after: cursor, ...filter } = addressFields.parse(address)
  return { filter, after: cursor }
}
