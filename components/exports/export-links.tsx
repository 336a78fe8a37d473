import { SectionHead } from '@/components/ui/section-head'
import { ExportBoard } from './export-board'
import { listExportChoices } from './output-choices'

/** The labels as files of this moment. Plain links: the browser writes to disk as the server reads. */
export function ExportLinks({
  slug,
  annotations,
  imported,
}: {
  slug: string
  /** Submitted, all. */
  annotations: number
  /** Of these, those that came with data. */
  imported: number
}) {
  return (
    <section aria-labelledby="export">
      <SectionHead id="export" title="Download as of now">
        oldest first, everything that is submitted
      </SectionHead>
      <ExportBoard
        slug={slug}
        counts={{ all: annotations, own: annotations - imported, imported }}
        formats={listExportChoices()}
      />
    </section>
  )
}
