import { SectionHeader } from '@/components/ui/section-header'
import { ExportTable } from './export-table'
import { listExportFormatChoices } from './output-format-choices'

/** Exports of the current labels. Plain links, so that the browser streams them to disk. */
export function ExportLinks({
  slug,
  annotations,
  imported,
}: {
  slug: string
  /** All submitted annotations. */
  annotations: number
  /** Imported annotations among them. */
  imported: number
}) {
  return (
    <section aria-labelledby="export">
      <SectionHeader id="export" title="Export">
        Submitted annotations as they are now
      </SectionHeader>
      <ExportTable
        slug={slug}
        counts={{ all: annotations, own: annotations - imported, imported }}
        formats={listExportFormatChoices()}
      />
    </section>
  )
}
