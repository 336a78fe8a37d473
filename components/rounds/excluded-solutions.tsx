'use client'

import { useRouter } from 'next/navigation'
import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { useAction } from '@/components/shell/use-action'
import { DataTable } from '@/components/ui/data-table'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { callApi } from '@/lib/client/call-api'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/typesetting/typeset'
import type { Exclusion } from './round'

/** An excluded solution with its problem typeset. */
export type TypesetExclusion = Omit<Exclusion, 'problem'> & { problem: TypesetText }

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
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())

  const restore = (solution: string) =>
    runAction(async () => {
      await callApi('post /projects/{project}/queue/{solution}/restore', {
        project: slug,
        solution,
      })
      return 'Solution restored. If the active round does not include it, it waits for the next round.'
    })

  if (exclusions.length === 0 && outcome === null) return null
  return (
    <section id="excluded" aria-labelledby="excluded-title">
      <SectionHeader id="excluded-title" title="Excluded">
        Not served until restored
      </SectionHeader>
      {exclusions.length > 0 && (
        <DataTable
          aria-labelledby="excluded-title"
          rows={exclusions}
          rowKey={({ solution }) => solution}
          columns={[
            {
              header: 'Problem',
              className: 'wrap-anywhere',
              render: (item) => (
                <>
                  <SmallTypesetText text={item.problem} />
                  <div className="pt-1 desk:hidden">
                    <Reasons item={item} />
                  </div>
                </>
              ),
            },
            {
              header: 'Reason',
              minScreen: 'desk',
              cellClassName: 'w-2/5 wrap-anywhere',
              render: (item) => <Reasons item={item} />,
            },
            canRestore && {
              header: 'Action',
              isHeaderHidden: true,
              cellClassName: 'text-right',
              render: ({ solution }) => (
                <LinkButton
                  className="whitespace-nowrap"
                  aria-disabled={isBusy}
                  onClick={() => void restore(solution)}
                >
                  Restore
                </LinkButton>
              ),
            },
          ]}
        />
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
