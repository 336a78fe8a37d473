'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { PageTitle } from '@/components/ui/page'
import { describeFile } from './describe-file'
import { ImportActions } from './import-actions'
import { ImportFindings } from './import-findings'
import { SendingJob } from './sending-job'
import type { Job } from './use-import'

/** One file, from the first look to what came of it. */
export function ImportJob({
  slug,
  file,
  job,
  onChoose,
}: {
  slug: string
  file: File
  job: Job
  onChoose: () => void
}) {
  const { state } = job
  const top = useFocusOnChange(state.kind)
  return (
    <>
      <div ref={top} tabIndex={-1} className="outline-none">
        <PageTitle
          title="Import solutions"
          abstract={<span aria-live="polite">{describeFile(file, state)}</span>}
          actions={
            <ImportActions kind={state.kind} slug={slug} onLeave={job.leave} onChoose={onChoose} />
          }
        />
      </div>
      {state.kind === 'sending' && (
        <SendingJob purpose={state.purpose} sending={state.sending} onCancel={job.cancel} />
      )}
      {(state.kind === 'failed' || state.kind === 'cancelled') && (
        <div className="max-w-abstract pb-12">
          <Outcome
            className="pb-4"
            outcome={state.kind === 'failed' ? { kind: 'wrong', words: state.words } : null}
          />
          <Button tone="primary" onClick={() => job.look(file)}>
            Look at it again
          </Button>
        </div>
      )}
      {(state.kind === 'looked' || state.kind === 'done') && (
        <ImportFindings file={file} state={state} onImport={job.start} />
      )}
    </>
  )
}

/** When what had the focus goes away with a state, the top of the new one takes it. */
function useFocusOnChange(kind: string) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      top.current?.focus({ preventScroll: true })
  }, [kind])
  return top
}
