'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Typeset } from '@/components/math/typeset'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import type { restoreSolutionContract } from '@/lib/queue/contract'
import type { Exclusions } from './round'

/** What was taken out of the queue, with its problem set. */
export type ShownExclusion = Omit<Exclusions[number], 'problem'> & { problem: TypesetText }

/** Solutions that nobody is served: taken out by an admin, or skipped by three people. */
export function TakenOut({
  slug,
  given,
  canRestore,
}: {
  slug: string
  given: readonly ShownExclusion[]
  canRestore: boolean
}) {
  const router = useRouter()
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  async function restore(solution: string) {
    setBusy(solution)
    try {
      await call<typeof restoreSolutionContract>(
        { method: 'post', path: '/projects/{project}/queue/{solution}/restore' },
        { project: slug, solution },
      )
      setOutcome({
        kind: 'done',
        words: 'It stands where it stood; what no round asks for waits for the next.',
      })
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(null)
    }
  }

  if (given.length === 0 && outcome === null) return null
  return (
    <section id="taken-out" aria-labelledby="taken-out-title">
      <SectionHead id="taken-out-title" title="Taken out">
        Served to nobody until they are put back
      </SectionHead>
      {given.length > 0 && (
        <Table aria-labelledby="taken-out-title">
          <thead>
            <tr>
              <HeadCell>Problem</HeadCell>
              <HeadCell className="max-desk:hidden">Why</HeadCell>
              {canRestore && (
                <HeadCell>
                  <span className="sr-only">Act</span>
                </HeadCell>
              )}
            </tr>
          </thead>
          <tbody>
            {given.map((item) => (
              <tr key={item.solution}>
                <Cell className="wrap-anywhere">
                  <div className="font-read text-excerpt font-text">
                    <Typeset text={item.problem} />
                  </div>
                  <div className="pt-1 desk:hidden">
                    <Reasons item={item} />
                  </div>
                </Cell>
                <Cell className="w-2/5 wrap-anywhere max-desk:hidden">
                  <Reasons item={item} />
                </Cell>
                {canRestore && (
                  <Cell className="text-right">
                    <LinkButton
                      className="whitespace-nowrap"
                      aria-disabled={busy !== null}
                      onClick={() => busy === null && void restore(item.solution)}
                    >
                      Put back
                    </LinkButton>
                  </Cell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Outcome outcome={outcome} className="pt-3" />
    </section>
  )
}

function Reasons({ item: { reasons, why } }: { item: ShownExclusion }) {
  return (
    <ul className="grid gap-1">
      {why === 'skipped' && <li className="text-ink-2">Skipped by three people:</li>}
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
