import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocView } from '@/components/docs/doc-view'
import { InstanceShell } from '@/components/shell/project-shell'
import { parseDocPage } from '@/lib/docs/parse-doc-page'
import { makeDocHref, resolveDocLink } from '@/lib/docs/resolve-doc-link'
import { findDocFile, listDocFiles, readDocFileText } from '@/lib/docs/server/doc-files'
import { requireSignedInPerson } from '@/lib/http/server/page'

async function loadDoc(href: string) {
  const file = findDocFile(href)
  if (file === null) notFound()
  return { file, doc: parseDocPage(await readDocFileText(file)) }
}

export async function makeDocMetadata(href: string): Promise<Metadata> {
  const file = findDocFile(href)
  return { title: file === null ? 'Not found' : parseDocPage(await readDocFileText(file)).title }
}

/** The page of the documentation at an address, for everyone who is signed in. */
export async function DocPage({ href }: { href: string }) {
  const { actor } = await requireSignedInPerson()
  const { file, doc } = await loadDoc(href)
  return (
    <InstanceShell person={actor}>
      <DocView
        doc={doc}
        isIndex={href === makeDocHref('README.md')}
        resolveLink={(target) => resolveDocLink(file, target, listDocFiles())}
      />
    </InstanceShell>
  )
}
