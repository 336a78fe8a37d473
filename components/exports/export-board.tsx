'use client'

import { useState } from 'react'
import { Check } from '@/components/projects/check'
import { ChoiceList } from '@/components/ui/choice-list'
import { CommandLine } from '@/components/ui/command-line'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import type { NeutralPolicy, OutputFormatName } from '@/lib/formats/format-names'
import { formatCount } from '@/lib/platform/format'
import { NeutralChoice } from './neutral-choice'
import type { OutputChoice } from './output-choices'

type Origin = 'all' | 'own' | 'imported'

interface ExportBoardProps {
  slug: string
  counts: Record<Origin, number>
  formats: readonly OutputChoice<OutputFormatName>[]
}

/** Which annotations, as what: each format with its link, once all is said that it needs. */
export function ExportBoard({ slug, counts, formats }: ExportBoardProps) {
  const [labels, setLabels] = useState<Origin>('all')
  const [neutral, setNeutral] = useState<NeutralPolicy | null>(null)
  const [events, setEvents] = useState(false)
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-6 border-t border-ink pt-3">
      <div className="col-span-12 grid gap-5 wide:col-span-4">
        {counts.all === 0 ? (
          <p className="text-ink-2">
            Nothing is labelled yet. Once something is, here or by whoever labelled what you import,
            each of these formats is one press away: which annotations, and what a neutral rating
            becomes, is asked here.
          </p>
        ) : (
          <>
            <ChoiceList
              legend="Annotations"
              name="export-labels"
              value={labels}
              onChange={setLabels}
              choices={[
                { value: 'all', label: `All, ${formatCount(counts.all)}` },
                { value: 'own', label: `Made here, ${formatCount(counts.own)}` },
                { value: 'imported', label: `Came with data, ${formatCount(counts.imported)}` },
              ]}
            />
            <NeutralChoice value={neutral} onChange={setNeutral} />
            <Check
              label="Every act while labelling"
              hint="In Stepmark lines only: each rating and change of mind, in order."
              checked={events}
              onChange={setEvents}
            />
          </>
        )}
      </div>
      <div className="col-span-12 wide:col-span-8">
        <Table className="border-t-0">
          <thead>
            <tr>
              <HeadCell>Format</HeadCell>
              <HeadCell className="text-right">File</HeadCell>
            </tr>
          </thead>
          <tbody>
            {formats.map((choice) => (
              <tr key={choice.format}>
                <Cell>
                  <b>{choice.name}</b>
                  <span className="block text-ink-2">{choice.summary}</span>
                </Cell>
                <Cell className="w-36 text-right">
                  <ExportLink
                    choice={choice}
                    count={counts[labels]}
                    href={addressExport(slug, choice, { labels, neutral, events })}
                    labels={labels}
                  />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
        <p className="pt-2 pb-4 text-caption text-ink-3">
          As of the moment you ask, gold and unfinished work included. What shall be trained on is
          better a release: that one leaves them out, splits by problem, and can be made again.
        </p>
        <CommandLine command={`npm run -s stepmark -- export --project ${slug} --format prm800k`} />
      </div>
    </div>
  )
}

function ExportLink({
  choice,
  count,
  href,
  labels,
}: {
  choice: ExportBoardProps['formats'][number]
  count: number
  /** Null: something must be chosen first. */
  href: string | null
  labels: Origin
}) {
  const extension = choice.extension.toUpperCase()
  if (count === 0) return <span className="text-ink-3">none yet</span>
  if (href === null) return <span className="text-ink-3">say what neutral is</span>
  return (
    <a
      download
      href={href}
      aria-label={`Download ${extension}: ${labels} annotations as ${choice.name}`}
    >
      {`Download ${extension}`}
    </a>
  )
}

function addressExport(
  slug: string,
  { format, needsNeutral }: ExportBoardProps['formats'][number],
  { labels, neutral, events }: { labels: Origin; neutral: NeutralPolicy | null; events: boolean },
): string | null {
  if (needsNeutral && neutral === null) return null
  const query = new URLSearchParams({ format, labels })
  if (needsNeutral && neutral !== null) query.set('neutral', neutral)
  if (format === 'stepmark' && events) query.set('events', 'true')
  return `/api/v1/projects/${slug}/export?${query}`
}
