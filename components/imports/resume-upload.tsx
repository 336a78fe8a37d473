'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { startUpload } from '@/lib/client/running-uploads'
import { isRememberedUploadFile } from '@/lib/client/stored-uploads'
import { formatBytes } from '@/lib/platform/format'
import { FileDropZone } from './file-drop-zone'
import { findFileProblem } from './find-file-problem'
import type { ImportReply } from './import-reply'
import { createImport } from './new-import-form'

/** Resumes an interrupted upload if the same file is chosen; another file starts a new import. */
export function ResumeUpload({ slug, reply }: { slug: string; reply: ImportReply }) {
  const router = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const { import: id, receivedBytes } = reply

  async function resume(file: File) {
    const fileProblem = findFileProblem(file)
    setFailure(fileProblem)
    if (fileProblem !== null) return
    try {
      if (receivedBytes <= file.size && isRememberedUploadFile(id, 'data', file))
        return startUpload({ project: slug, import: id, part: 'data' }, file, {
          from: receivedBytes,
        })
      const newImport = await createImport(slug, file)
      await callApi('post /projects/{project}/imports/{import}/cancel', {
        project: slug,
        import: id,
      })
      startUpload({ project: slug, import: newImport, part: 'data' }, file)
      router.replace(`/projects/${slug}/data/imports/${newImport}`)
    } catch (error) {
      setFailure(describeCallError(error))
    }
  }

  const progressText =
    receivedBytes === 0 ? 'Nothing was uploaded yet.' : `${formatBytes(receivedBytes)} uploaded.`
  return (
    <FileDropZone
      label="File to resume"
      hint={`${progressText} The upload was interrupted or runs elsewhere. Choose the same file to resume.`}
      button="Choose file again"
      failure={failure}
      onFile={(file) => void resume(file)}
    />
  )
}
