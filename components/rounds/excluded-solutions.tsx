'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import type { restoreSolutionContract } from '@/lib/queue/contract'
import type { ExclusionList } from './round'

/** An excluded solution with its problem typeset. */
export type TypesetExclusion = Omit<ExclusionList[number], 'problem'> & { problem: TypesetText }

/** Solutions excluded by an admin or skipped by three annotators. They are not served. */
export function ExcludedSolutions({
  slug,
  exclusions,
  canRestore,
}: {
  slug: string
  exclusions: readonly TypesetExclusion[]
  canRestore: boolean
}) {
  const router = useRouter()
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [restoringId, setRestoringId] = useState<string | null>(null)

  async function restore(solution: string) {
    setRestoringId(solution)
    try {
      await callApi<typeof restoreSolutionContract>(
        { method: 'post', path: '/projects/{project}/queue/{solution}/restore' },
        { project: slug, solution },
      )
      setOutcome({
        kind: 'success',
        message:
          'Solution restored. If the active round does not include it, it waits for the next round.',
      })
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'error', message: describeCallError(error) })
    } finally {
      setRestoringId(null)
    }
  }

  if (exclusions.length === 0 && outcome === null) return null
  return (
    <section id="excluded" aria-labelledby="excluded-title">
      <SectionHeader id="excluded-title" title="Excluded">
        Not served until restored
      </SectionHeader>
      {exclusions.length > 0 && (
        <Table aria-labelledby="excluded-title">
          <thead>
            <tr>
              <TableHeaderCell>Problem</TableHeaderCell>
              <TableHeaderCell className="max-desk:hidden">Reason</TableHeaderCell>
              {canRestore && (
                <TableHeaderCell>
                  <span className="sr-only">Action</span>
                </TableHeaderCell>
              )}
            </tr>
          </thead>
          <tbody>
            {exclusions.map((item) => (
              <tr key={item.solution}>
                <TableCell className="wrap-anywhere">
                  <div className="font-read text-excerpt font-text">
                    <TypesetContent text={item.problem} />
                  </div>
                  <div className="pt-1 desk:hidden">
                    <Reasons item={item} />
                  </div>
                </TableCell>
                <TableCell className="w-2/5 wrap-anywhere max-desk:hidden">
                  <Reasons item={item} />
                </TableCell>
                {canRestore && (
                  <TableCell className="text-right">
                    <LinkButton
                      className="whitespace-nowrap"
                      aria-disabled={restoringId !== null}
                      onClick={() => restoringId === null && void restore(item.solution)}
                    >
                      Restore
                    </LinkButton>
                  </TableCell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <OutcomeNotice outcome={outcome} className="pt-3" />
    </section>
  )
}

function Reasons({ item: { reasons, kind } }: { item: TypesetExclusion }) {
  return (
    <ul className="grid gap-1">
      {kind === 'skipped' && <li className="text-ink-2">Skipped by 3 annotators:</li>}
      {reasons.map(({ reason, by, at }) => (
        <li key={`${by} ${at}`}>
          <span className="font-read text-excerpt/5.5 font-text italic">{reason}</span>{' '}
          <span className="block text-caption text-ink-3">
            {by}, {formatInstant(at)}
          </span>
        </li>
      ))}
    </ul>
  )
}
