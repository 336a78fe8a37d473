'use client'

import { useState } from 'react'
import { usePolledList } from '@/components/jobs/use-polled-list'
import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHeader } from '@/components/ui/section-header'
import { callApi } from '@/lib/client/call-api'
import { formatFormatLabels } from '@/lib/formats/format-names'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatBytes, formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import { findAbandonedImports } from './abandoned-imports'
import { isAlreadyImported, isImportInProgress, type PastImport } from './import-reply'

/** Imports, newest first. Polls while one is in progress. */
export function PastImports({ slug, initial }: { slug: string; initial: readonly PastImport[] }) {
  const imports = usePolledList(
    initial,
    ({ state }) => isImportInProgress(state),
    async (signal) => {
      const reply = await callApi('get /projects/{project}/imports', { project: slug }, { signal })
      return reply.imports
    },
  )
  const [showsAll, setShowsAll] = useState(false)
  const abandonedIds = findAbandonedImports(imports)
  const listedImports = showsAll
    ? imports
    : imports.filter(({ import: id }) => !abandonedIds.has(id))
  return (
    <section aria-labelledby="past-imports">
      <SectionHeader id="past-imports" title="Imports">
        Times in UTC
      </SectionHeader>
      {listedImports.length > 0 && <ImportTable slug={slug} imports={listedImports} />}
      {abandonedIds.size > 0 && (
        <p className="pt-2">
          <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Hide' : 'Show'} {formatCount(abandonedIds.size)} more that{' '}
            {abandonedIds.size === 1 ? 'was' : 'were'} not imported
          </LinkButton>
        </p>
      )}
    </section>
  )
}

function ImportTable({ slug, imports }: { slug: string; imports: readonly PastImport[] }) {
  return (
    <DataTable
      aria-labelledby="past-imports"
      rows={imports}
      rowKey={(pastImport) => pastImport.import}
      hasLinks
      columns={[
        {
          header: 'File',
          className: 'wrap-anywhere',
          sortValue: ({ fileName }) => fileName,
          render: (pastImport) => (
            <Link
              href={`/projects/${slug}/data/imports/${pastImport.import}`}
              className="font-mono text-caption font-text"
            >
              {pastImport.fileName}
            </Link>
          ),
          renderCaption: ({ formats, by, createdAt }) => (
            <>
              {formats !== '' && `${formatFormatLabels(formats)}, `}by {by},{' '}
              <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
            </>
          ),
        },
        { header: 'Status', sortValue: describeImportStatus, render: describeImportStatus },
        makeCountColumn('Records', 'lines', 'desk'),
        makeCountColumn('With errors', 'invalidLines', 'desk'),
        makeCountColumn('Solutions', 'solutions'),
        makeCountColumn('Duplicates', 'duplicates', 'desk'),
        makeCountColumn('Annotations', 'annotations', 'desk'),
      ]}
    />
  )
}

type CountName = 'lines' | 'invalidLines' | 'solutions' | 'duplicates' | 'annotations'

const makeCountColumn = (
  header: string,
  name: CountName,
  minScreen?: 'desk',
): DataColumn<PastImport> => ({
  header,
  minScreen,
  numeric: true,
  sortValue: ({ state, [name]: count }) => (state === 'done' ? count : null),
  render: ({ state, [name]: count }) =>
    state === 'done' ? formatCount(count) : isImportInProgress(state) && '…',
})

function describeImportStatus(pastImport: PastImport): string {
  const { state, readLines, receivedBytes, lines, invalidLines } = pastImport
  const noun = getFileRecordNoun(pastImport)
  switch (state) {
    case 'receiving':
      return `Uploading (${formatBytes(receivedBytes)})`
    case 'checking':
      return `Checking (${formatQuantity(readLines, noun)})`
    case 'checked':
      if (invalidLines >= lines) return `No usable ${noun}s`
      if (invalidLines > 0) return `${formatQuantity(invalidLines, noun)} with errors`
      return isAlreadyImported(pastImport) ? 'Already imported' : 'Ready to import'
    case 'running':
      return `Importing (${formatQuantity(readLines, noun)})`
    case 'done':
      return 'Imported'
    case 'rejected':
      return 'Not imported (errors)'
    case 'failed':
      return 'Failed'
    case 'cancelled':
      return 'Cancelled'
  }
}
