'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import {
  type ColumnMapping,
  type CsvField,
  csvFields,
  normaliseMapping,
} from '@/lib/formats/column-mapping'
import {
  setMappedColumn,
  findColumnMappingError,
  findColumnByName,
  columnFieldLabels,
  commonColumnFields,
} from './column-fields'

interface ColumnMappingFormProps {
  /** As in the file. */
  columns: readonly string[]
  /** From the last read. */
  chosen: ColumnMapping
  isBusy: boolean
  onCheck: (mapping: ColumnMapping) => void
}

/** Maps the columns of a table whose header has other names. */
export function ColumnMappingForm({
  columns,
  chosen: initial,
  isBusy,
  onCheck,
}: ColumnMappingFormProps) {
  const initialMapping = normaliseMapping(initial)
  const [choice, setChoice] = useState(initialMapping)
  const stops = findColumnMappingError(choice, columns)
  const isNew = JSON.stringify(choice) !== JSON.stringify(initialMapping)
  const isWaiting = stops !== null || isBusy || !isNew
  const others = csvFields.filter((meaning) => !isCommon(meaning))
  const choose = (meaning: CsvField) => (
    <SelectField
      key={meaning}
      label={columnFieldLabels[meaning]}
      value={choice[meaning] ?? ''}
      onChange={(column) => setChoice(setMappedColumn(choice, meaning, column))}
      choices={[
        { value: '', label: describeHeaderColumn(meaning, columns) },
        ...columns.map((column) => ({ value: column, label: column })),
      ]}
    />
  )
  return (
    <fieldset>
      <legend className="pb-2 font-label">Column mapping</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-desk:grid-cols-1">
        {commonColumnFields.map(choose)}
      </div>
      <details
        className="pt-3"
        open={others.some((meaning) => initialMapping[meaning] !== undefined)}
      >
        <summary className="cursor-pointer text-ink-2">More columns</summary>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-3 max-desk:grid-cols-1">
          {others.map(choose)}
        </div>
      </details>
      <p className="pt-3 text-caption text-ink-3">
        All other columns are stored as metadata of the solution.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3">
        <Button
          aria-disabled={isWaiting}
          aria-describedby={stops === null ? undefined : 'columns-stop'}
          onClick={() => isWaiting || onCheck(choice)}
        >
          Preview with these columns
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

const isCommon = (meaning: CsvField) =>
  (commonColumnFields as readonly CsvField[]).includes(meaning)

function describeHeaderColumn(meaning: CsvField, columns: readonly string[]): string {
  const named = findColumnByName(meaning, columns)
  return named === null ? 'none' : `from the header: ${named}`
}
