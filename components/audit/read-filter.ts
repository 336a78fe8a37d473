import { listInstanceAuditContract } from '@/lib/audit/contract'
import { z } from '@/lib/platform/contract'

const { actor, group, target, from, to, after } = listInstanceAuditContract.input.shape

/** A form sends what was left empty, too. What makes no sense is left alone. */
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

/** What of the address says what to show. */
export function readFilter(address: Record<string, string | string[] | undefined>) {
  const { after: cursor, ...filter } = addressFields.parse(address)
  return { filter, after: cursor }
}
