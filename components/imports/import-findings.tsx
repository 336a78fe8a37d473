import { Outcome } from '@/components/ui/outcome'
import { BadLines } from './bad-lines'
import { ImportChoices } from './import-choices'
import { isUnreadable, lacksRequests } from './import-reply'
import { OtherScores } from './other-scores'
import { RequestFile } from './request-file'
import { SamplePreview } from './sample-preview'
import { StepPlot } from './step-plot'
import { Tally } from './tally'
import type { ImportView } from './use-import'

/** What was found in a file, and before it is imported what of it shall go in. */
export function ImportFindings({ slug, view }: { slug: string; view: ImportView }) {
  const { upload, isBusy } = view
  const shown = chooseShown(view)
  if (!shown) return null
  const { state, message } = view.reply
  const canChoose = state === 'checked' || state === 'refused' || state === 'checking'
  const asksRequests =
    canChoose && lacksRequests(shown) && (upload?.part !== 'requests' || upload.state === 'sent')
  const file = upload?.part === 'data' ? upload.file : null
  return (
    <>
      <div
        className={
          state === 'checking' || state === 'running'
            ? 'hidden'
            : isUnreadable(shown)
              ? ''
              : 'min-h-22 pb-10'
        }
      >
        <Outcome
          className="pb-4"
          outcome={
            state === 'refused' && message !== null ? { kind: 'wrong', words: message } : null
          }
        />
        {!isUnreadable(shown) && <Tally reply={shown} />}
        <OtherScores slug={slug} reply={shown} />
      </div>
      {asksRequests && <RequestFile slug={slug} reply={shown} />}
      {shown.problemsByLine.length > 0 && <BadLines slug={slug} reply={shown} file={file} />}
      {canChoose && (
        <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
          {shown.samples.length > 0 && (
            <div className="col-span-12 wide:col-span-7">
              <SamplePreview samples={shown.samples} />
              {shown.stepCounts !== null && (
                <div className="flex justify-end pt-4 max-desk:justify-start">
                  <StepPlot counts={shown.stepCounts} />
                </div>
              )}
            </div>
          )}
          <div className="col-span-12 max-wide:-order-1 wide:col-span-5">
            <ImportChoices
              reply={shown}
              reading={view.reading}
              isBusy={isBusy || state === 'checking'}
              onLook={view.look}
              onImport={view.importNow}
            />
          </div>
        </div>
      )}
    </>
  )
}

/** What stands on the screen: what was found last, also while the file is read once more. */
function chooseShown({ reply, findings }: ImportView) {
  if (reply.state === 'checking' || reply.state === 'running') return findings
  return reply.state === 'checked' || reply.state === 'refused' || reply.state === 'done'
    ? reply
    : null
}
