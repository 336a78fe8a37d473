'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { call } from '@/lib/client/call'
import { isKeptUpload } from '@/lib/client/kept-uploads'
import { describeError } from '@/lib/client/read-refusal'
import { beginUpload } from '@/lib/client/running-uploads'
import type { cancelImportContract } from '@/lib/imports/contract'
import { formatBytes } from '@/lib/platform/format'
import { refuseFile } from './check-file'
import { FileDrop } from './file-drop'
import type { ImportReply } from './import-reply'
import { openImport } from './new-import'

/** A file that was on its way when its page was closed: the same file goes on where it stood, another begins anew. */
export function ResumeUpload({ slug, reply }: { slug: string; reply: ImportReply }) {
  const router = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const { import: id, receivedBytes } = reply

  async function resume(file: File) {
    const refusal = refuseFile(file)
    setFailure(refusal)
    if (refusal !== null) return
    try {
      if (receivedBytes <= file.size && isKeptUpload(id, 'data', file))
        return beginUpload({ project: slug, import: id, part: 'data' }, file, {
          from: receivedBytes,
        })
      const anew = await openImport(slug, file)
      await call<typeof cancelImportContract>(
        { method: 'post', path: '/projects/{project}/imports/{import}/cancel' },
        { project: slug, import: id },
      )
      beginUpload({ project: slug, import: anew, part: 'data' }, file)
      router.replace(`/projects/${slug}/data/imports/${anew}`)
    } catch (error) {
      setFailure(describeError(error))
    }
  }

  const arrived =
    receivedBytes === 0
      ? 'Nothing of the file has arrived yet.'
      : `${formatBytes(receivedBytes)} have arrived.`
  return (
    <FileDrop
      label="The same file"
      words={`${arrived} This tab does not send it: its page was closed or reloaded, or a script or another tab is at it. Choose the same file to go on; what has arrived is not sent again.`}
      button="Choose the file again"
      failure={failure}
      onFile={(file) => void resume(file)}
    />
  )
}
