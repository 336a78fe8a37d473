import { InstanceShell } from '@/components/projects/project-shell'
import type { Person } from '@/lib/auth/actor'
import type { ParsedDocPage } from '@/lib/docs/parse-doc-page'
import { makeDocHref, resolveDocLink } from '@/lib/docs/resolve-doc-link'
import { DocView } from './doc-view'

interface Props {
  person: Person
  href: string
  file: string
  doc: ParsedDocPage
  files: ReadonlySet<string>
}

/** A page of the documentation with the navigation of the app. */
export function DocPage({ person, href, file, doc, files }: Props) {
  return (
    <InstanceShell person={person}>
      <DocView
        doc={doc}
        isIndex={href === makeDocHref('README.md')}
        resolveLink={(target) => resolveDocLink(file, target, files)}
      />
    </InstanceShell>
  )
}
