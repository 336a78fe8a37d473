import { TypesetExcerpt, TypesetSource } from '@/components/math/typeset-source'
import { ButtonLink } from '@/components/ui/button'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { OwnWork } from './own-work'

const excerptCharacters = 160

/** Annotations that were returned. The queue serves them first, so one button is enough. */
export function ReworkList({ slug, rework }: { slug: string; rework: OwnWork['rework'] }) {
  if (rework.length === 0) return null
  return (
    <section aria-labelledby="returned" className="pb-12">
      <SectionHeader id="returned" title="Returned to you">
        Served before new work
      </SectionHeader>
      <Table aria-labelledby="returned">
        <thead>
          <tr>
            <TableHeaderCell>Problem and reason</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">Returned (UTC)</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {rework.map(({ solution, problem, note, returnedAt }) => (
            <tr key={solution}>
              <TableCell className="pt-2 pb-2.5 wrap-anywhere">
                <div className="font-read text-excerpt font-text">
                  <TypesetExcerpt source={problem} maxCharacters={excerptCharacters} />
                </div>
                {note && (
                  <div className="pt-1 font-read text-excerpt font-text text-ink-2 italic">
                    <TypesetSource source={note} />
                  </div>
                )}
              </TableCell>
              <TableCell className="pt-2 whitespace-nowrap text-ink-2 max-desk:hidden">
                {formatInstant(returnedAt)}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="pt-4">
        <ButtonLink href={`/projects/${slug}/label`}>Label again</ButtonLink>
      </p>
    </section>
  )
}
