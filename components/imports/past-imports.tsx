'use client'

import { useState } from 'react'
import { formatFormatNames } from '@/components/formats/format-names'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { SectionHeader } from '@/components/ui/section-header'
import { usePolling } from '@/components/ui/use-polling'
import { callApi } from '@/lib/client/call-api'
import type { listImportsContract } from '@/lib/imports/contract'
import { formatBytes, formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import { isImportInProgress, type PastImport } from './import-reply'
import { findAbandonedImports } from './abandoned-imports'

const pollMs = 2_000

/** Imports, newest first. Polls while one is in progress. */
export function PastImports({ slug, initial }: { slug: string; initial: readonly PastImport[] }) {
  const imports = usePolledImports(slug, initial)
  const [showsAll, setShowsAll] = useState(false)
  const abandoned = findAbandonedImports(imports)
  const listed = showsAll ? imports : imports.filter(({ import: id }) => !abandoned.has(id))
  return (
    <section aria-labelledby="past-imports">
      <SectionHeader id="past-imports" title="Imports">
        Times in UTC
      </SectionHeader>
      {listed.length > 0 && <ImportTable slug={slug} imports={listed} />}
      {abandoned.size > 0 && (
        <p className="pt-2">
          <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Hide' : 'Show'} {formatCount(abandoned.size)} cancelled or abandoned
          </LinkButton>
        </p>
      )}
    </section>
  )
}

function ImportTable({ slug, imports }: { slug: string; imports: readonly PastImport[] }) {
  return (
    <Table aria-labelledby="past-imports">
      <thead>
        <tr>
          <TableHeaderCell>File</TableHeaderCell>
          <TableHeaderCell>Status</TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Lines
          </TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Skipped
          </TableHeaderCell>
          <TableHeaderCell numeric>Solutions</TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Duplicates
          </TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Annotations
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {imports.map((past) => (
          <PastRow key={past.import} slug={slug} past={past} />
        ))}
      </tbody>
    </Table>
  )
}

function PastRow({ slug, past }: { slug: string; past: PastImport }) {
  const isImported = past.state === 'done'
  const show = (count: number) =>
    isImported ? formatCount(count) : isImportInProgress(past.state) ? '…' : ''
  return (
    <TableRow>
      <TableCell className="wrap-anywhere">
        <Link
          href={`/projects/${slug}/data/imports/${past.import}`}
          className="font-mono text-caption font-text"
        >
          {past.fileName}
        </Link>
        <span className="block text-caption text-ink-3">
          {past.formats !== '' && `${formatFormatNames(past.formats)}, `}by {past.by},{' '}
          <time dateTime={past.createdAt}>{formatInstant(past.createdAt)}</time>
        </span>
      </TableCell>
      <TableCell>{describeImport(past)}</TableCell>
      <TableCell numeric className="max-desk:hidden">
        {show(past.lines)}
      </TableCell>
      <TableCell numeric className="max-desk:hidden">
        {show(past.invalidLines)}
      </TableCell>
      <TableCell numeric>{show(past.solutions)}</TableCell>
      <TableCell numeric className="max-desk:hidden">
        {show(past.duplicates)}
      </TableCell>
      <TableCell numeric className="max-desk:hidden">
        {show(past.annotations)}
      </TableCell>
    </TableRow>
  )
}

function describeImport({
  state,
  readLines,
  receivedBytes,
  lines,
  invalidLines,
}: PastImport): string {
  switch (state) {
    case 'receiving':
      return `Uploading (${formatBytes(receivedBytes)})`
    case 'checking':
      return `Checking (${formatQuantity(readLines, 'line')})`
    case 'checked':
      return invalidLines >= lines ? 'No usable lines' : 'Ready to import'
    case 'running':
      return `Importing (${formatQuantity(readLines, 'line')})`
    case 'done':
      return 'Imported'
    case 'refused':
      return 'Not imported (errors)'
    case 'failed':
      return 'Failed'
    case 'cancelled':
      return 'Cancelled'
  }
}

/** The list, refreshed while an import is in progress. */
function usePolledImports(slug: string, initial: readonly PastImport[]): readonly PastImport[] {
  const [latest, setLatest] = useState<readonly PastImport[] | null>(null)
  const imports = latest ?? initial
  usePolling(
    async (signal) => {
      try {
        const reply = await callApi<typeof listImportsContract>(
          { method: 'get', path: '/projects/{project}/imports' },
          { project: slug },
          { signal },
        )
        if (!signal.aborted) setLatest(reply.imports)
      } catch {
        // Keep the last list; the next poll may succeed.
      }
    },
    {
      isNeeded: imports.some(({ state }) => isImportInProgress(state)),
      isMutating: false,
      key: slug,
      intervalMs: pollMs,
    },
  )
  return imports
}
