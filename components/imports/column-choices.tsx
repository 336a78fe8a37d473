'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import {
  type ColumnChoice,
  type CsvMeaning,
  csvMeanings,
  foldChoice,
} from '@/lib/formats/column-choice'
import {
  changeColumn,
  findColumnStop,
  findNamed,
  meaningWords,
  usualMeanings,
} from './column-words'

interface ColumnChoicesProps {
  /** As the file names them. */
  columns: readonly string[]
  /** As the file was read last. */
  chosen: ColumnChoice
  isBusy: boolean
  onLook: (chosen: ColumnChoice) => void
}

/** Which column of a table is what, where its header does not say so; looked at once all is said. */
export function ColumnChoices({ columns, chosen: given, isBusy, onLook }: ColumnChoicesProps) {
  const chosen = foldChoice(given)
  const [choice, setChoice] = useState(chosen)
  const stops = findColumnStop(choice, columns)
  const isNew = JSON.stringify(choice) !== JSON.stringify(chosen)
  const isWaiting = stops !== null || isBusy || !isNew
  const others = csvMeanings.filter((meaning) => !isUsual(meaning))
  const choose = (meaning: CsvMeaning) => (
    <SelectField
      key={meaning}
      label={meaningWords[meaning]}
      value={choice[meaning] ?? ''}
      onChange={(column) => setChoice(changeColumn(choice, meaning, column))}
      choices={[
        { value: '', label: describeNamed(meaning, columns) },
        ...columns.map((column) => ({ value: column, label: column })),
      ]}
    />
  )
  return (
    <fieldset>
      <legend className="pb-2 font-label">Which column is what</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-desk:grid-cols-1">
        {usualMeanings.map(choose)}
      </div>
      <details className="pt-3" open={others.some((meaning) => chosen[meaning] !== undefined)}>
        <summary className="cursor-pointer text-ink-2">Further columns</summary>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-3 max-desk:grid-cols-1">
          {others.map(choose)}
        </div>
      </details>
      <p className="pt-3 text-caption text-ink-3">
        Every column that is nothing of these is kept with the solution, under its own name.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3">
        <Button
          aria-disabled={isWaiting}
          aria-describedby={stops === null ? undefined : 'columns-stop'}
          onClick={() => isWaiting || onLook(choice)}
        >
          Look at it with these columns
        </Button>
        {stops !== null && (
          <span id="columns-stop" className="text-ink-2">
            {stops}
          </span>
        )}
      </div>
    </fieldset>
  )
}

const isUsual = (meaning: CsvMeaning) => (usualMeanings as readonly CsvMeaning[]).includes(meaning)

function describeNamed(meaning: CsvMeaning, columns: readonly string[]): string {
  const named = findNamed(meaning, columns)
  return named === null ? 'none' : `as the header says: ${named}`
}
