import { InstanceShell } from '@/components/projects/project-shell'
import type { LoadedDocPage } from '@/lib/docs/parse-doc-page'
import { makeDocHref, resolveDocLink } from '@/lib/docs/resolve-doc-link'
import { DocView } from './doc-view'

/** A page of the documentation with the navigation of the app. */
export function DocPage({ person, href, file, doc, files }: LoadedDocPage) {
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
