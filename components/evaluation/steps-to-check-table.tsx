import { ServerTypesetExcerpt, ServerTypesetText } from '@/components/math/server-typeset-text'
import { stepRepairHref } from '@/components/splits/step-repair'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'

const initialRows = 8

interface Finding {
  solution: string
  problem: string
  step: number
  text: string
  description: string
}

interface StepsToCheckProps {
  slug: string
  label: string
  findings: readonly Finding[]
}

/** Steps with a description, each linked to its solution. */
export function StepsToCheckTable({ slug, label, findings }: StepsToCheckProps) {
  const [initialFindings, hiddenFindings] = [
    findings.slice(0, initialRows),
    findings.slice(initialRows),
  ]
  return (
    <>
      <Rows slug={slug} label={label} findings={initialFindings} />
      {hiddenFindings.length > 0 && (
        <details className="pt-2">
          <summary className="cursor-pointer text-accent">{hiddenFindings.length} more</summary>
          <Rows slug={slug} label={`${label}, more`} findings={hiddenFindings} />
        </details>
      )}
    </>
  )
}

function Rows({ slug, label, findings }: StepsToCheckProps) {
  return (
    <DataTable
      aria-label={label}
      className="table-fixed"
      // The index is the key, because a step can have several findings.
      rows={findings.map((finding, index) => ({ ...finding, key: String(index) }))}
      rowKey={({ key }) => key}
      hasLinks
      columns={[
        {
          header: 'Step and reason',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: ({ text, description }) => (
            <>
              <div className="font-read text-excerpt font-text">
                <ServerTypesetExcerpt source={text} />
              </div>
              <div className="pt-0.5 text-caption text-ink-2">
                <ServerTypesetText source={description} />
              </div>
            </>
          ),
        },
        {
          header: 'Problem',
          minScreen: 'desk',
          className: 'w-2/5',
          cellClassName: 'pt-2 wrap-anywhere',
          render: ({ problem }) => (
            <div className="font-read text-excerpt font-text text-ink-2">
              <ServerTypesetExcerpt source={problem} />
            </div>
          ),
        },
        {
          header: 'Solution',
          className: 'w-20 pt-2',
          render: ({ solution, step }) => (
            <Link href={stepRepairHref(slug, solution, step)}>Step {step + 1}</Link>
          ),
        },
      ]}
    />
  )
}
