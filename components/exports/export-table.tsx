'use client'

import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { ChoiceList } from '@/components/ui/choice-list'
import { CommandLineText } from '@/components/ui/command-line-text'
import { DataTable } from '@/components/ui/data-table'
import {
  defaultPromptSeparator,
  type NeutralPolicy,
  type OutputFormatName,
  type PromptSeparator,
} from '@/lib/formats/format-names'
import { NeutralPolicyChoice } from './neutral-policy-choice'
import { originChoices } from './origin-choices'
import type { OutputFormatChoice } from './output-format-choices'
import { PromptSeparatorChoice } from './prompt-separator-choice'

type Origin = 'all' | 'own' | 'imported'

interface ExportTableProps {
  slug: string
  counts: Record<Origin, number>
  formats: readonly OutputFormatChoice<OutputFormatName>[]
}

/** Filters and a download link for each format, once its options are chosen. */
export function ExportTable({ slug, counts, formats }: ExportTableProps) {
  const [labels, setLabels] = useState<Origin>('all')
  const [neutral, setNeutral] = useState<NeutralPolicy | null>(null)
  const [promptSeparator, setPromptSeparator] = useState(defaultPromptSeparator)
  const [events, setEvents] = useState(false)
  const [includeQualityControl, setIncludeQualityControl] = useState(false)
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-6 border-t border-ink pt-3">
      <div className="col-span-12 grid gap-5 wide:col-span-4">
        {counts.all === 0 ? (
          <p className="text-ink-2">
            No annotations yet. Label solutions or import labels, then export them here.
          </p>
        ) : (
          <>
            <ChoiceList
              legend="Annotations"
              name="export-labels"
              value={labels}
              onChange={setLabels}
              choices={originChoices}
            />
            <NeutralPolicyChoice value={neutral} onChange={setNeutral} />
            <PromptSeparatorChoice value={promptSeparator} onChange={setPromptSeparator} />
            <Checkbox
              label="Quality control"
              hint="Include gold and screening."
              checked={includeQualityControl}
              onChange={setIncludeQualityControl}
            />
            <Checkbox
              label="Labelling events"
              hint="Adds every action, in order. Stepmark format only."
              checked={events}
              onChange={setEvents}
            />
          </>
        )}
      </div>
      <div className="col-span-12 wide:col-span-8">
        <DataTable
          aria-labelledby="export"
          className="border-t-0"
          rows={formats}
          rowKey={({ format }) => format}
          columns={[
            {
              header: 'Format',
              render: ({ name, summary }) => (
                <>
                  <b>{name}</b>
                  <span className="block text-ink-2">{summary}</span>
                </>
              ),
            },
            {
              header: 'File',
              className: 'text-right',
              cellClassName: 'w-36',
              render: (choice) => (
                <ExportLink
                  choice={choice}
                  count={counts[labels]}
                  href={exportHref(slug, choice, {
                    labels,
                    neutral,
                    promptSeparator,
                    events,
                    includeQualityControl,
                  })}
                  labels={labels}
                />
              ),
            },
          ]}
        />
        <p className="pt-2 pb-4 text-caption text-ink-3">
          For training, create a release: it splits by problem and is reproducible.
        </p>
        <CommandLineText
          command={`npm run -s stepmark -- export --project ${slug} --format prm800k`}
        />
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
  choice: ExportTableProps['formats'][number]
  count: number
  /** Null until the neutral policy is chosen. */
  href: string | null
  labels: Origin
}) {
  const extension = choice.extension.toUpperCase()
  if (count === 0) return <span className="text-ink-3">No annotations</span>
  if (href === null) return <span className="text-ink-3">Choose how to export neutral ratings</span>
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

function exportHref(
  slug: string,
  { format, needsNeutral }: ExportTableProps['formats'][number],
  {
    labels,
    neutral,
    promptSeparator,
    events,
    includeQualityControl,
  }: {
    labels: Origin
    neutral: NeutralPolicy | null
    promptSeparator: PromptSeparator
    events: boolean
    includeQualityControl: boolean
  },
): string | null {
  if (needsNeutral && neutral === null) return null
  const query = new URLSearchParams({ format, labels })
  if (needsNeutral && neutral !== null) query.set('neutral', neutral)
  if (format === 'preference') query.set('promptSeparator', promptSeparator)
  if (format === 'stepmark' && events) query.set('events', 'true')
  if (includeQualityControl) query.set('includeQualityControl', 'true')
  return `/api/v1/projects/${slug}/export?${query}`
}
