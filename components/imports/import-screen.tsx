'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { PageTitle } from '@/components/ui/page-title'
import { startUpload } from '@/lib/client/running-uploads'
import { AfterImportLinks } from './after-import-links'
import { describeImport } from './describe-import'
import { FileReadingProgress } from './file-reading-progress'
import { ImportActions } from './import-actions'
import { ImportCheckResults } from './import-check-results'
import { isReadingFile, type ImportReply } from './import-reply'
import { ResumeUpload } from './resume-upload'
import { UploadProgress } from './upload-progress'
import { type ImportView, useImport } from './use-import'

/** One import, from upload to result. */
export function ImportScreen({ slug, initial }: { slug: string; initial: ImportReply }) {
  const view = useImport(slug, initial)
  const { reply, upload, failure, isBusy } = view
  const top = useFocusOnChange(reply.state)
  return (
    <>
      <div ref={top} tabIndex={-1} className="outline-none">
        <PageTitle
          title="Import solutions"
          abstract={<span aria-live="polite">{describeImport(reply, upload)}</span>}
          actions={
            <ImportActions slug={slug} reply={reply} isBusy={isBusy} onDiscard={view.cancel} />
          }
        />
      </div>
      <OutcomeNotice
        className="pb-6"
        outcome={failure === null ? null : { kind: 'error', message: failure }}
      />
      <UploadSection slug={slug} view={view} />
      {isReadingFile(reply.state) && <FileReadingProgress view={view} />}
      {reply.state === 'failed' && <FailedImport view={view} />}
      <ImportCheckResults slug={slug} view={view} />
      {reply.state === 'done' && <AfterImportLinks slug={slug} reply={reply} />}
    </>
  )
}

/** The upload of the file, or of the batch request file that belongs to it. */
function UploadSection({ slug, view }: { slug: string; view: ImportView }) {
  const { reply, upload } = view
  if (upload !== null && upload.state !== 'sent' && !isReadingFile(reply.state)) {
    const { file, part } = upload
    const from = part === 'data' ? reply.receivedBytes : (reply.requestsBytes ?? 0)
    return (
      <UploadProgress
        upload={upload}
        onCancel={view.cancel}
        onRetry={() =>
          startUpload({ project: slug, import: reply.import, part }, file, {
            from: Math.min(from, file.size),
          })
        }
      />
    )
  }
  if (reply.state !== 'receiving' || upload !== null) return null
  return (
    <>
      <ResumeUpload slug={slug} reply={reply} />
      <Button className="mt-4" onClick={view.cancel}>
        Cancel import
      </Button>
    </>
  )
}

function FailedImport({ view }: { view: ImportView }) {
  const { message } = view.reply
  return (
    <div className="max-w-abstract pb-12">
      <OutcomeNotice
        className="pb-4"
        outcome={{
          kind: 'error',
          message: message ?? 'The server had an internal error. Nothing was imported. Try again.',
        }}
      />
      <Button
        tone="primary"
        aria-disabled={view.isBusy}
        onClick={() => view.isBusy || view.check(view.readOptions)}
      >
        Check again
      </Button>
    </div>
  )
}

/** Moves the focus to the top when a change of state removes the focused element. */
function useFocusOnChange(state: string) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      top.current?.focus({ preventScroll: true })
  }, [state])
  return top
}
