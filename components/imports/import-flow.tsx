'use client'

import { useRouter } from 'next/navigation'
import { useRef, type ReactNode } from 'react'
import { CommandLine } from '@/components/ui/command-line'
import { PageTitle } from '@/components/ui/page'
import { FileDrop } from './file-drop'
import { FileInput } from './file-input'
import { ImportJob } from './import-job'
import { useImport } from './use-import'

/**
 * The data page: without a file, its title, the place to drop one, and `children` (past imports, exports). With one, the
 * import has the page until it is left.
 */
export function ImportFlow({
  slug,
  abstract,
  children,
}: {
  slug: string
  abstract: string
  children: ReactNode
}) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const job = useImport(slug, () => router.refresh())
  const choose = () => input.current?.click()
  return (
    <>
      <FileInput input={input} onFile={job.look} />
      {job.file === null || job.state.kind === 'idle' ? (
        <>
          <PageTitle title="Data" abstract={abstract} />
          <FileDrop onFile={job.look} onChoose={choose}>
            <CommandLine
              command={`npm run -s stepmark -- import candidates.jsonl --project ${slug}`}
            />
          </FileDrop>
          {children}
        </>
      ) : (
        <ImportJob slug={slug} file={job.file} job={job} onChoose={choose} />
      )}
    </>
  )
}
