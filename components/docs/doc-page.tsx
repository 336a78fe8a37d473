import { InstanceShell } from '@/components/projects/project-shell'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { SectionIndex } from '@/components/ui/section-index'
import type { LoadedDocPage } from '@/lib/docs/parse-doc-page'
import { makeDocHref, resolveDocLink } from '@/lib/docs/resolve-doc-link'
import { DocContent } from './doc-content'

/** A page of the documentation with the navigation of the app and the index of its sections. */
export function DocPage({ person, href, file, doc: { nodes, sections }, files }: LoadedDocPage) {
  /** The page that lists all others. */
  const isIndex = href === makeDocHref('README.md')
  return (
    <InstanceShell person={person}>
      <PageLayout>
        {!isIndex && (
          <p className="pb-2">
            <Link href="/docs">Documentation</Link>
          </p>
        )}
        <div className="grid grid-cols-12 gap-x-6 gap-y-6">
          {sections.length > 1 && (
            <div className="col-span-12 wide:order-last wide:col-span-3">
              <SectionIndex label="On this page" sections={sections} />
            </div>
          )}
          <article className={isIndex ? 'col-span-12' : 'col-span-12 max-w-180 wide:col-span-9'}>
            <DocContent
              nodes={nodes}
              resolveLink={(target) => resolveDocLink(file, target, files)}
            />
          </article>
        </div>
      </PageLayout>
    </InstanceShell>
  )
}
