'use client'

import { useState } from 'react'
import { beginUpload } from '@/lib/client/running-uploads'
import { formatBytes } from '@/lib/platform/format'
import { refuseFile } from './check-file'
import { FileDrop } from './file-drop'
import type { ImportReply } from './import-reply'

/** As the contract of imports has it (`requestsMaxBytes`). */
const largestRequests = 256 * 1024 ** 2

/** Output of a batch names its requests and does not repeat them: the problems come in a second file. */
export function RequestFile({ slug, reply }: { slug: string; reply: ImportReply }) {
  const [failure, setFailure] = useState<string | null>(null)

  function send(file: File) {
    const refusal =
      file.size > largestRequests
        ? `${file.name} has ${formatBytes(file.size)}; a request file may have ${formatBytes(largestRequests)}. Nothing was sent. Cut both files in two: nothing is doubled.`
        : refuseFile(file)
    setFailure(refusal)
    if (refusal !== null) return
    const { format, splitting, labels } = reply.options ?? {}
    beginUpload({ project: slug, import: reply.import, part: 'requests' }, file, {
      reading: { format, splitting, labels },
    })
  }

  return (
    <div className="pb-12">
      <FileDrop
        label="Request file"
        words="These lines answer requests, and the problems stand there. Add the file of requests that was sent to the model, or lines with custom_id, problem and answer."
        button="Choose the request file"
        failure={failure}
        onFile={send}
      />
    </div>
  )
}
