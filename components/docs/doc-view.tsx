import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { SectionIndex } from '@/components/ui/section-index'
import type { ParsedDocPage } from '@/lib/docs/parse-doc-page'
import { DocContent } from './doc-content'

/** A page of the documentation with the index of its sections. */
export function DocView({
  doc: { nodes, sections },
  isIndex,
  resolveLink,
}: {
  doc: ParsedDocPage
  /** The page that lists all others. */
  isIndex: boolean
  resolveLink: (target: string) => string | null
}) {
  return (
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
          <DocContent nodes={nodes} resolveLink={resolveLink} />
        </article>
      </div>
    </PageLayout>
  )
}
