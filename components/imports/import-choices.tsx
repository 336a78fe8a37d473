'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { SectionHead } from '@/components/ui/section-head'
import type { ImportReport } from './import-report'
import type { Choices } from './use-import'

/** What of a file goes in. Asks only what the file leaves open. */
export function ImportChoices({
  report,
  onImport,
}: {
  report: ImportReport
  onImport: (choices: Choices) => void
}) {
  const [take, setTake] = useState<Choices['take']>('all')
  const [labels, setLabels] = useState<Choices['labels']>('keep')
  const { refused, lines, labellings } = report
  const stops = findStop(report, take)
  return (
    <section aria-labelledby="goes-in">
      <SectionHead id="goes-in" title="What goes in" />
      <div className="grid gap-5 border-t border-ink pt-3">
        {refused > 0 && (
          <ChoiceList
            legend="Lines"
            name="take"
            value={take}
            onChange={setTake}
            choices={[
              {
                value: 'all',
                label: 'All lines or none',
                hint: 'Mend the file first, so that nothing is forgotten.',
              },
              {
                value: 'valid-lines',
                label: `The ${formatNoun(lines - refused, 'line')} that can be used`,
                hint: `${formatCount(refused)} stay out. The mended file can follow; nothing is doubled.`,
              },
            ]}
          />
        )}
        {labellings > 0 && (
          <ChoiceList
            legend="Labels that come with the data"
            name="labels"
            value={labels}
            onChange={setLabels}
            choices={[
              {
                value: 'keep',
                label: `Keep all ${formatNoun(labellings, 'labelling')}`,
                hint: 'Their solutions do not go into the queue: they are labelled.',
              },
              {
                value: 'leave-out',
                label: 'Leave them out',
                hint: 'Their solutions are labelled here.',
              },
            ]}
          />
        )}
        {stops === null && (
          <p className="max-w-abstract text-ink-2">{describeEffect(report, labels)}</p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="primary"
            aria-disabled={stops !== null}
            aria-describedby={stops === null ? undefined : 'import-stops'}
            onClick={() => stops === null && onImport({ take, labels })}
          >
            Import
          </Button>
          {stops !== null && (
            <span id="import-stops" className="text-ink-2">
              {stops}
            </span>
          )}
        </div>
      </div>
    </section>
  )
}

/** Why the file cannot go in as things are chosen; null where it can. */
function findStop({ refused }: ImportReport, take: Choices['take']): string | null {
  if (refused > 0 && take === 'all')
    return `Mend ${formatNoun(refused, 'line')}, or take the others without ${refused === 1 ? 'it' : 'them'}.`
  return null
}

function describeEffect(report: ImportReport, labels: Choices['labels']): string {
  const { solutions, problems, queued, repeated, labellings } = report
  if (solutions === 0 && labellings === 0 && repeated > 0)
    return 'Everything in this file is here already. Importing it changes nothing.'
  const added = `This adds ${formatNoun(solutions, 'solution')} and ${formatNoun(problems, 'problem')}`
  if (labels === 'leave-out' && labellings > 0) return `${added}.`
  return `${added}; ${formatCount(queued)} go into the queue.`
}
