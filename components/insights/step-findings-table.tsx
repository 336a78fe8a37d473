import { TypesetExcerpt, TypesetSource } from '@/components/math/typeset-source'
import { stepRepairHref } from '@/components/review/step-repair'
import { Link } from '@/components/ui/link'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'

const excerptCharacters = 160
const initialRows = 8

interface Finding {
  solution: string
  problem: string
  step: number
  text: string
  description: string
}

/** Steps with a description, each linked to its solution. */
export function StepFindingsTable({
  slug,
  label,
  findings,
}: {
  slug: string
  label: string
  findings: readonly Finding[]
}) {
  const [first, rest] = [findings.slice(0, initialRows), findings.slice(initialRows)]
  return (
    <>
      <Rows slug={slug} label={label} findings={first} />
      {rest.length > 0 && (
        <details className="pt-2">
          <summary className="cursor-pointer text-accent">{rest.length} more</summary>
          <Rows slug={slug} label={`${label}, more`} findings={rest} />
        </details>
      )}
    </>
  )
}

function Rows({
  slug,
  label,
  findings,
}: {
  slug: string
  label: string
  findings: readonly Finding[]
}) {
  return (
    <Table aria-label={label} className="table-fixed">
      <thead>
        <tr>
          <TableHeaderCell>Step and reason</TableHeaderCell>
          <TableHeaderCell className="w-2/5 max-desk:hidden">Problem</TableHeaderCell>
          <TableHeaderCell className="w-20">Solution</TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {findings.map(({ solution, problem, step, text, description }, index) => (
          <TableRow key={`${solution} ${step} ${index}`}>
            <TableCell className="pt-2 pb-2.5 wrap-anywhere">
              <div className="font-read text-excerpt font-text">
                <TypesetExcerpt source={text} maxCharacters={excerptCharacters} />
              </div>
              <div className="pt-0.5 text-caption text-ink-2">
                <TypesetSource source={description} />
              </div>
            </TableCell>
            <TableCell className="pt-2 wrap-anywhere max-desk:hidden">
              <div className="font-read text-excerpt font-text text-ink-2">
                <TypesetExcerpt source={problem} maxCharacters={excerptCharacters} />
              </div>
            </TableCell>
            <TableCell className="pt-2">
              <Link href={stepRepairHref(slug, solution, step)}>Step {step + 1}</Link>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
