'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import {
  type ColumnMapping,
  type CsvField,
  csvFields,
  matchMappingToHeader,
} from '@/lib/formats/column-mapping'
import {
  setMappedColumn,
  findColumnMappingError,
  findDefaultColumnForField,
  columnFieldLabels,
  commonColumnFields,
} from './column-fields'

interface ColumnMappingFormProps {
  /** Names of the columns in the file. */
  columns: readonly string[]
  /** The mapping with which the file was last checked. */
  lastMapping: ColumnMapping
  isBusy: boolean
  onCheck: (mapping: ColumnMapping) => void
}

/** Maps the columns of a table whose header has other names. */
export function ColumnMappingForm({
  columns,
  lastMapping,
  isBusy,
  onCheck,
}: ColumnMappingFormProps) {
  const initialMapping = matchMappingToHeader(lastMapping, columns)
  const [mapping, setMapping] = useState(initialMapping)
  const mappingError = findColumnMappingError(mapping, columns)
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(initialMapping)
  const isDisabled = mappingError !== null || isBusy || !isChanged
  const moreFields = csvFields.filter((field) => !isCommon(field))
  const renderField = (field: CsvField) => (
    <SelectField
      key={field}
      label={columnFieldLabels[field]}
      value={mapping[field] ?? ''}
      onChange={(column) => setMapping(setMappedColumn(mapping, field, column))}
      choices={[
        { value: '', label: describeHeaderColumn(field, columns) },
        ...columns.map((column) => ({ value: column, label: column })),
      ]}
    />
  )
  return (
    <fieldset>
      <legend className="pb-2 font-label">Column mapping</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-desk:grid-cols-1">
        {commonColumnFields.map(renderField)}
      </div>
      <details
        className="pt-3"
        open={moreFields.some((field) => initialMapping[field] !== undefined)}
      >
        <summary className="cursor-pointer text-ink-2">More columns</summary>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-3 max-desk:grid-cols-1">
          {moreFields.map(renderField)}
        </div>
      </details>
      <p className="pt-3 text-caption text-ink-3">
        All other columns are stored as metadata of the solution.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3">
        <Button
          aria-disabled={isDisabled}
          aria-describedby={mappingError === null ? undefined : 'mapping-error'}
          onClick={() => isDisabled || onCheck(mapping)}
        >
          Preview with these columns
        </Button>
        {mappingError !== null && (
          <span id="mapping-error" className="text-ink-2">
            {mappingError}
          </span>
        )}
      </div>
    </fieldset>
  )
}

const isCommon = (field: CsvField) => (commonColumnFields as readonly CsvField[]).includes(field)

function describeHeaderColumn(field: CsvField, columns: readonly string[]): string {
  const columnName = findDefaultColumnForField(field, columns)
  return columnName === null ? 'none' : `from the header: ${columnName}`
}
