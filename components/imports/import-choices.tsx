'use client'

import { useState } from 'react'
import { nameFormat, nameFormats } from '@/components/formats/format-names'
import { splittingChoices } from '@/components/projects/setting-words'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { SectionHead } from '@/components/ui/section-head'
import { SelectField } from '@/components/ui/select-field'
import { inputFormatNames, inputFormatSummaries } from '@/lib/formats/format-names'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { ColumnChoices } from './column-choices'
import { type ImportOptions, type ImportReply, isUnreadable, type Reading } from './import-reply'
import { LabelsChoice } from './labels-choice'

interface ImportChoicesProps {
  reply: ImportReply
  reading: Reading
  /** The file is being read once more. */
  isBusy: boolean
  /** To be looked at once more: what was found depends on it. */
  onLook: (reading: Reading) => void
  onImport: (take: ImportOptions['take']) => void
}

/** How a file is read and what of it goes in. Asks only what the file leaves open. */
export function ImportChoices({ reply, reading, isBusy, onLook, onImport }: ImportChoicesProps) {
  const [take, setTake] = useState<ImportOptions['take']>('all')
  const { refused, lines } = reply
  const stops = findStop(reply, take)
  const change = (changed: Partial<Reading>) => onLook({ ...reading, ...changed })
  return (
    <section aria-labelledby="goes-in">
      <SectionHead id="goes-in" title="What goes in" />
      <div className="grid gap-5 border-t border-ink pt-3">
        <ReadingChoices reply={reply} reading={reading} change={change} />
        {reply.columns !== null && (reading.format === 'auto' || reading.format === 'csv') && (
          <ColumnChoices
            key={JSON.stringify(reading.columns)}
            columns={reply.columns}
            chosen={reading.columns ?? {}}
            isBusy={isBusy}
            onLook={(columns) => change({ columns })}
          />
        )}
        <LabelsChoice reply={reply} value={reading.labels} change={change} />
        {refused > 0 && refused < lines && (
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
                hint: `${formatCount(refused)} ${refused === 1 ? 'stays' : 'stay'} out. The mended file can follow; nothing is doubled.`,
              },
            ]}
          />
        )}
        {stops === null && (
          <p className="max-w-abstract text-ink-2">{describeEffect(reply, reading.labels)}</p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="primary"
            aria-disabled={stops !== null || isBusy}
            aria-describedby={stops === null ? undefined : 'import-stops'}
            onClick={() => stops === null && !isBusy && onImport(take)}
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

function ReadingChoices({
  reply,
  reading,
  change,
}: {
  reply: ImportReply
  reading: Reading
  change: (changed: Partial<Reading>) => void
}) {
  const { formats, samples } = reply
  const found = formats === '' ? 'as it shows itself' : `as found: ${nameFormats(formats)}`
  const isCut = samples.some(({ splitter }) => splitter !== null)
  return (
    <>
      <SelectField
        label="Read as"
        value={reading.format}
        // What columns of a table are says nothing of another format.
        onChange={(format) =>
          change(format === 'auto' || format === 'csv' ? { format } : { format, columns: {} })
        }
        hint={
          reading.format === 'auto'
            ? 'Another choice has the file looked at once more.'
            : inputFormatSummaries[reading.format]
        }
        choices={[
          { value: 'auto', label: reading.format === 'auto' ? found : 'as it shows itself' },
          ...inputFormatNames.map((name) => ({ value: name, label: nameFormat(name) })),
        ]}
      />
      {(isCut || reading.splitting !== 'project') && (
        <SelectField
          label="Texts are cut into steps"
          value={reading.splitting}
          onChange={(splitting) => change({ splitting })}
          hint="Display formulas and code are never cut. Steps that the file gives stay as they are."
          choices={[
            { value: 'project', label: 'as the project’s settings say' },
            ...splittingChoices.map(({ value, label }) => ({
              value,
              label: label.charAt(0).toLowerCase() + label.slice(1),
            })),
          ]}
        />
      )}
    </>
  )
}

/** Why the file cannot go in as things are chosen; null where it can. */
function findStop(reply: ImportReply, take: ImportOptions['take']): string | null {
  const { refused, lines } = reply
  if (isUnreadable(reply)) return 'The file cannot be read this way.'
  if (lines === 0) return 'There is nothing in it to import.'
  if (refused >= lines) return 'None of its lines can be used as it is read now.'
  if (refused > 0 && take === 'all')
    return `Mend ${formatNoun(refused, 'line')}, or take the others without ${refused === 1 ? 'it' : 'them'}.`
  return null
}

function describeEffect(reply: ImportReply, labels: ImportOptions['labels']): string {
  const { solutions, problems, queued, waitsForRound, repeated, annotations, gold } = reply
  if (solutions + annotations + gold === 0 && repeated > 0)
    return 'Everything in this file is here already. Importing it changes nothing.'
  const toQueue =
    queued === 0
      ? waitsForRound
        ? 'the queue is filled by rounds, and they wait for the next one'
        : 'none goes into the queue'
      : `${formatCount(queued)} ${queued === 1 ? 'goes' : 'go'} into the queue`
  const added = `This adds ${formatNoun(solutions, 'solution')} and ${formatNoun(problems, 'problem')}`
  if (labels === 'gold' && gold > 0)
    return `${added}; ${formatCount(gold)} become gold, ${toQueue}.`
  return `${added}; ${toQueue}.`
}
