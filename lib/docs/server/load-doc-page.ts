import { notFound } from 'next/navigation'
import { requireSignedInPerson } from '@/lib/http/server/page'
import { type LoadedDocPage, parseDocPage } from '../parse-doc-page'
import { findDocFile, listDocFiles, readDocFileText } from './doc-files'

/** The page of the documentation at an address, for everyone who is signed in. */
export async function loadDocPage(href: string): Promise<LoadedDocPage> {
  const { actor: person } = await requireSignedInPerson()
  const file = findDocFile(href)
  if (file === null) notFound()
  const doc = parseDocPage(await readDocFileText(file))
  return { person, href, file, doc, files: listDocFiles() }
}

export async function readDocTitle(href: string): Promise<string> {
  const file = findDocFile(href)
  return file === null ? 'Not found' : parseDocPage(await readDocFileText(file)).title
}
