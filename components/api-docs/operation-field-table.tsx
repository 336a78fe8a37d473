import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import type { FieldDocsRow } from '@/lib/http/describe-fields'

/** Fields with types, bounds and descriptions. In a request, optional fields are marked. */
export function OperationFieldTable({
  label,
  fields,
  isRequest,
}: {
  label: string
  fields: readonly FieldDocsRow[]
  isRequest: boolean
}) {
  if (fields.length === 0) return null
  return (
    <Table aria-label={label} className="max-desk:[&_td]:block max-desk:[&_td]:px-0">
      <thead className="max-desk:sr-only">
        <tr>
          <TableHeaderCell className="w-1/4">Field</TableHeaderCell>
          <TableHeaderCell className="w-1/4">Type</TableHeaderCell>
          <TableHeaderCell>Description</TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired, description }) => (
          <tr key={name} className="max-desk:border-b max-desk:border-rule">
            <TableCell className="font-mono text-caption font-text wrap-anywhere max-desk:border-b-0">
              {name}
            </TableCell>
            <TableCell className="text-caption wrap-anywhere text-ink-2 max-desk:border-b-0">
              {type}
              {isRequest && !isRequired && <span className="text-ink-3">, optional</span>}
            </TableCell>
            <TableCell className="text-caption wrap-anywhere text-ink-2 max-desk:border-b-0">
              {description}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
