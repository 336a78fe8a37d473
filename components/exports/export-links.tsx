import { SectionHeader } from '@/components/ui/section-header'
import { ExportTable } from './export-table'
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
      <SectionHeader id="export" title="Download as of now">
        oldest first, everything that is submitted
      </SectionHeader>
      <ExportTable
        slug={slug}
        counts={{ all: annotations, own: annotations - imported, imported }}
        formats={listExportChoices()}
      />
    </section>
  )
}
