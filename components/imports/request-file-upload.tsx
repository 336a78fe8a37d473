'use client'

import { useState } from 'react'
import { startUpload } from '@/lib/client/running-uploads'
import { formatBytes } from '@/lib/platform/format'
import { FileDropZone } from './file-drop-zone'
import { findFileProblem } from './find-file-problem'
import type { ImportReply } from './import-reply'

/** As in the contract of imports (`requestsMaxBytes`). */
const maxRequestsBytes = 256 * 1024 ** 2

/** Asks for the request file of a batch, which has the problems. */
export function RequestFileUpload({ slug, reply }: { slug: string; reply: ImportReply }) {
  const [failure, setFailure] = useState<string | null>(null)

  function uploadRequestFile(file: File) {
    const fileProblem =
      file.size > maxRequestsBytes
        ? `${file.name} is ${formatBytes(file.size)}; the limit for request files is ${formatBytes(maxRequestsBytes)}. Split both files and import the parts.`
        : findFileProblem(file)
    setFailure(fileProblem)
    if (fileProblem !== null) return
    const { format, splitting, labels } = reply.options ?? {}
    startUpload({ project: slug, import: reply.import, part: 'requests' }, file, {
      reading: { format, splitting, labels },
    })
  }

  return (
    <div className="pb-12">
      <FileDropZone
        label="Request file"
        hint="This file has only responses. Add the request file, or a JSONL file with custom_id, problem and answer."
        button="Choose request file"
        failure={failure}
        onFile={uploadRequestFile}
      />
    </div>
  )
}
