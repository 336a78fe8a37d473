'use client'

import { useState } from 'react'
import { nameFormats } from '@/components/formats/format-names'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { SectionHead } from '@/components/ui/section-head'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import type { listImportsContract } from '@/lib/imports/contract'
import { formatBytes, formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import { isMoving, type PastImport } from './import-reply'
import { findLeft } from './left-imports'

/** A list is looked over, not watched. */
const pollMs = 2_000

/** Files that came in or are on their way, newest first; those that move are followed. */
export function PastImports({ slug, given }: { slug: string; given: readonly PastImport[] }) {
  const imports = useFollowed(slug, given)
  const [showsAll, setShowsAll] = useState(false)
  const left = findLeft(imports)
  const shown = showsAll ? imports : imports.filter(({ import: id }) => !left.has(id))
  return (
    <section aria-labelledby="past-imports">
      <SectionHead id="past-imports" title="What came in">
        times in UTC
      </SectionHead>
      {shown.length > 0 && <ImportTable slug={slug} imports={shown} />}
      {left.size > 0 && (
        <p className="pt-2">
          <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Hide' : 'Show'} {formatCount(left.size)} cancelled or left
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
          <HeadCell>File</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Lines
          </HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Left out
          </HeadCell>
          <HeadCell numeric>Solutions</HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Here already, or twice
          </HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Annotations
          </HeadCell>
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
  const isIn = past.state === 'done'
  const show = (count: number) => (isIn ? formatCount(count) : isMoving(past.state) ? '…' : '')
  return (
    <Row>
      <Cell className="wrap-anywhere">
        <Link
          href={`/projects/${slug}/data/imports/${past.import}`}
          className="font-mono text-caption font-text"
        >
          {past.fileName}
        </Link>
        <span className="block text-caption text-ink-3">
          {past.formats !== '' && `${nameFormats(past.formats)}, `}by {past.by},{' '}
          <time dateTime={past.createdAt}>{formatInstant(past.createdAt)}</time>
        </span>
      </Cell>
      <Cell>{describePast(past)}</Cell>
      <Cell numeric className="max-desk:hidden">
        {show(past.lines)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {show(past.refused)}
      </Cell>
      <Cell numeric>{show(past.solutions)}</Cell>
      <Cell numeric className="max-desk:hidden">
        {show(past.repeated)}
      </Cell>
      <Cell numeric className="max-desk:hidden">
        {show(past.annotations)}
      </Cell>
    </Row>
  )
}

function describePast({ state, readLines, receivedBytes, lines, refused }: PastImport): string {
  switch (state) {
    case 'receiving':
      return `on its way, ${formatBytes(receivedBytes)} so far`
    case 'checking':
      return `is looked at, ${formatNoun(readLines, 'line')} so far`
    case 'checked':
      return refused >= lines ? 'nothing of it can be used' : 'looked at, waits for you'
    case 'running':
      return `goes in, ${formatNoun(readLines, 'line')} so far`
    case 'done':
      return 'is in'
    case 'refused':
      return 'refused: lines cannot be used'
    case 'failed':
      return 'failed, nothing changed'
    case 'cancelled':
      return 'cancelled'
  }
}

/** The list as it was given, and as long as something in it moves, as it is by now. */
function useFollowed(slug: string, given: readonly PastImport[]): readonly PastImport[] {
  const [found, setFound] = useState<readonly PastImport[] | null>(null)
  const imports = found ?? given
  usePoll(
    async (signal) => {
      try {
        const reply = await call<typeof listImportsContract>(
          { method: 'get', path: '/projects/{project}/imports' },
          { project: slug },
          { signal },
        )
        if (!signal.aborted) setFound(reply.imports)
      } catch {
        // The list as it was seen last stays; the next look may come through.
      }
    },
    {
      isNeeded: imports.some(({ state }) => isMoving(state)),
      isActing: false,
      key: slug,
      everyMs: pollMs,
    },
  )
  return imports
}
