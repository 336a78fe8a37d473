'use client'

import { useState } from 'react'
import { splittingChoices } from '@/components/projects/setting-choices'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { SectionHeader } from '@/components/ui/section-header'
import { SelectField } from '@/components/ui/select-field'
import {
  formatFormatLabels,
  inputFormatDescriptions,
  inputFormatNames,
} from '@/lib/formats/format-names'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatQuantity } from '@/lib/platform/format'
import { ColumnMappingForm } from './column-mapping-form'
import { describeImportEffect } from './describe-import-effect'
import { ImportLabelsChoice } from './import-labels-choice'
import {
  type ImportOptions,
  type ImportReply,
  findImportError,
  type FileReadOptions,
} from './import-reply'

interface ImportChoicesProps {
  reply: ImportReply
  readOptions: FileReadOptions
  /** An action is in progress, or the file is being checked again. */
  isBusy: boolean
  /** Checks the file again, because these options change how it is read. */
  onCheck: (readOptions: FileReadOptions) => void
  onImport: (onInvalidLines: ImportOptions['onInvalidLines']) => void
}

/** Options of an import. Shows only those that the file leaves open. */
export function ImportChoices({
  reply,
  readOptions,
  isBusy,
  onCheck,
  onImport,
}: ImportChoicesProps) {
  const [onInvalidLines, setOnInvalidLines] = useState<ImportOptions['onInvalidLines']>('reject')
  const { invalidLines, lines } = reply
  const noun = getFileRecordNoun(reply)
  const importError = findImportError(reply, onInvalidLines)
  const change = (changedFields: Partial<FileReadOptions>) =>
    onCheck({ ...readOptions, ...changedFields })
  return (
    <section aria-labelledby="import-options">
      <SectionHeader id="import-options" title="Import options" />
      <div className="grid gap-5 border-t border-ink pt-3">
        <ReadOptionFields reply={reply} readOptions={readOptions} change={change} />
        {reply.columns !== null &&
          (readOptions.format === 'auto' || readOptions.format === 'csv') && (
            <ColumnMappingForm
              key={JSON.stringify(readOptions.columns)}
              columns={reply.columns}
              lastMapping={readOptions.columns ?? {}}
              isBusy={isBusy}
              onCheck={(columns) => change({ columns })}
            />
          )}
        <ImportLabelsChoice reply={reply} value={readOptions.labels} change={change} />
        {invalidLines > 0 && invalidLines < lines && (
          <ChoiceList
            legend={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}s with errors`}
            name="invalidLines"
            value={onInvalidLines}
            onChange={setOnInvalidLines}
            choices={[
              {
                value: 'reject',
                label: 'Don’t import the file',
                hint: `Fix the ${noun}s first.`,
              },
              {
                value: 'skip',
                label: `Skip ${formatQuantity(invalidLines, noun)}`,
                hint: `Import the other ${lines - invalidLines === 1 ? noun : formatQuantity(lines - invalidLines, noun)}. You can import the fixed file later; duplicates are ignored.`,
              },
            ]}
          />
        )}
        {importError === null && (
          <p className="max-w-abstract text-ink-2">
            {describeImportEffect(reply, readOptions.labels)}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="primary"
            aria-disabled={importError !== null || isBusy}
            aria-describedby={importError === null ? undefined : 'import-error'}
            onClick={() => importError === null && !isBusy && onImport(onInvalidLines)}
          >
            Import
          </Button>
          {importError !== null && (
            <span id="import-error" className="text-ink-2">
              {importError}
            </span>
          )}
        </div>
      </div>
    </section>
  )
}

function ReadOptionFields({
  reply,
  readOptions,
  change,
}: {
  reply: ImportReply
  readOptions: FileReadOptions
  change: (changedFields: Partial<FileReadOptions>) => void
}) {
  const { formats, samples } = reply
  const detectLabel = formats === '' ? 'Detect' : `Detected: ${formatFormatLabels(formats)}`
  const isSplit = samples.some(({ splitter }) => splitter !== null)
  return (
    <>
      <SelectField
        label="Format"
        value={readOptions.format}
        // Only tables have columns.
        onChange={(format) =>
          change(format === 'auto' || format === 'csv' ? { format } : { format, columns: {} })
        }
        hint={
          readOptions.format === 'auto'
            ? 'Changing this checks the file again.'
            : inputFormatDescriptions[readOptions.format].summary
        }
        choices={[
          { value: 'auto', label: readOptions.format === 'auto' ? detectLabel : 'Detect' },
          ...inputFormatNames.map((name) => ({
            value: name,
            label: inputFormatDescriptions[name].label,
          })),
        ]}
      />
      {(isSplit || readOptions.splitting !== 'project') && (
        <SelectField
          label="Step splitting"
          value={readOptions.splitting}
          onChange={(splitting) => change({ splitting })}
          hint="Display formulas and code are never split. Steps in the file are kept."
          choices={[
            { value: 'project', label: 'Project setting' },
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
