import { listInstanceAuditContract } from '@/lib/audit/contract'
import { z } from '@/lib/platform/contract'

const { actor, group, target, from, to, after } = listInstanceAuditContract.input.shape

/** Forms also send empty fields. Invalid values are ignored. */
const filled = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? undefined : value), field).catch(undefined as never)

const addressFields = z.object({
  actor: filled(actor),
  group: filled(group),
  target: filled(target),
  from: filled(from),
  to: filled(to),
  after: filled(after),
})

/** The query parameters of the filter. */
export function readAuditFilter(address: Record<string, string | string[] | undefined>) {
  const { after: cursor, ...filter } = addressFields.parse(address)
  return { filter, after: cursor }
}
