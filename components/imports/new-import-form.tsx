'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { CommandLineText } from '@/components/ui/command-line-text'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { startUpload } from '@/lib/client/running-uploads'
import { FileDropZone } from './file-drop-zone'
import { findFileProblem } from './find-file-problem'

/** The drop target for a new import. Opens the page of the import. */
export function NewImportForm({ slug }: { slug: string }) {
  const router = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function startImport(file: File) {
    if (isBusy) return
    const fileProblem = findFileProblem(file)
    setFailure(fileProblem)
    if (fileProblem !== null) return
    setBusy(true)
    try {
      const id = await createImport(slug, file)
      startUpload({ project: slug, import: id, part: 'data' }, file)
      router.push(`/projects/${slug}/data/imports/${id}`)
    } catch (error) {
      setBusy(false)
      setFailure(describeCallError(error))
    }
  }

  return (
    <FileDropZone
      label="File to import"
      hint="Drop a JSONL, JSON or CSV file here (gzip works too). You get a preview before anything is imported."
      button="Choose file"
      failure={failure}
      onFile={(file) => void startImport(file)}
    >
      <CommandLineText
        command={`npm run -s stepmark -- import candidates.jsonl --project ${slug}`}
      />
    </FileDropZone>
  )
}

const maxFileNameLength = 300

export async function createImport(slug: string, file: File): Promise<string> {
  const newImport = await callApi('post /projects/{project}/imports', {
    project: slug,
    fileName: file.name.slice(0, maxFileNameLength),
  })
  return newImport.import
}
