import { Outcome } from '@/components/ui/outcome'
import { BadLines } from './bad-lines'
import { ImportChoices } from './import-choices'
import { SamplePreview } from './sample-preview'
import { Tally } from './tally'
import type { Choices, ImportState } from './use-import'

/** What was found in a file, and before it is imported what of it shall go in. */
export function ImportFindings({
  file,
  state,
  onImport,
}: {
  file: File
  state: Extract<ImportState, { kind: 'looked' | 'done' }>
  onImport: (choices: Choices) => void
}) {
  const { report } = state
  const failure = state.kind === 'looked' ? state.failure : null
  const canImport = state.kind === 'looked' && report.refused < report.lines
  return (
    <>
      <div className="pb-10">
        <Outcome
          className="pb-4"
          outcome={failure === null ? null : { kind: 'wrong', words: failure }}
        />
        <Tally report={report} />
      </div>
      {report.refused > 0 && <BadLines file={file} report={report} />}
      {canImport && (
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          <div className="col-span-12 wide:col-span-7">
            <SamplePreview sample={report.sample} />
          </div>
          <div className="col-span-12 max-wide:-order-1 wide:col-span-5">
            <ImportChoices report={report} onImport={onImport} />
          </div>
        </div>
      )}
    </>
  )
}
