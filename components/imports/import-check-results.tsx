import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ConflictingScores } from './conflicting-scores'
import { ImportChoices } from './import-choices'
import { ImportCounts } from './import-counts'
import { ImportErrorTable } from './import-error-table'
import { hasFindings, isFileUnreadable, lacksRequestFile } from './import-reply'
import { ImportSamplePreview } from './import-sample-preview'
import { RequestFileUpload } from './request-file-upload'
import { StepCountPlot } from './step-count-plot'
import type { ImportView } from './use-import'

/** The result of checking a file, and the options before it is imported. */
export function ImportCheckResults({ slug, view }: { slug: string; view: ImportView }) {
  const { upload, isBusy } = view
  const result = chooseReply(view)
  if (!result) return null
  const { state, message } = view.reply
  const canChooseOptions = hasFindings(state) || state === 'checking'
  const needsRequestFile =
    canChooseOptions &&
    lacksRequestFile(result) &&
    (upload?.part !== 'requests' || upload.state === 'sent')
  const file = upload?.part === 'data' ? upload.file : null
  return (
    <>
      <div
        className={
          state === 'checking' || state === 'running'
            ? 'hidden'
            : isFileUnreadable(result)
              ? ''
              : 'min-h-22 pb-10'
        }
      >
        <OutcomeNotice
          className="pb-4"
          outcome={state === 'rejected' && message !== null ? { kind: 'error', message } : null}
        />
        {!isFileUnreadable(result) && <ImportCounts reply={result} />}
        <ConflictingScores slug={slug} reply={result} />
      </div>
      {needsRequestFile && <RequestFileUpload slug={slug} reply={result} />}
      {result.lineErrors.length > 0 && <ImportErrorTable slug={slug} reply={result} file={file} />}
      {canChooseOptions && (
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          {result.samples.length > 0 && (
            <div className="col-span-12 wide:col-span-7">
              <ImportSamplePreview samples={result.samples} />
              {result.stepCounts !== null && (
                <div className="flex justify-end pt-4 max-desk:justify-start">
                  <StepCountPlot counts={result.stepCounts} />
                </div>
              )}
            </div>
          )}
          <div className="col-span-12 max-wide:-order-1 wide:col-span-5">
            <ImportChoices
              reply={result}
              readOptions={view.readOptions}
              isBusy={isBusy || state === 'checking'}
              onCheck={view.check}
              onImport={view.importNow}
            />
          </div>
        </div>
      )}
    </>
  )
}

/** The reply to show: the last result, also while the file is checked again or imported. Null without a result. */
function chooseReply({ reply, findings }: ImportView) {
  if (reply.state === 'checking' || reply.state === 'running') return findings
  return hasFindings(reply.state) || reply.state === 'done' ? reply : null
}
