import { DocPage } from '@/components/docs/doc-page'
import { loadDocPage, readDocTitle } from '@/lib/docs/server/load-doc-page'

export const generateMetadata = async () => ({ title: await readDocTitle('/docs') })

export default async function DocsIndexPage() {
  return <DocPage {...await loadDocPage('/docs')} />
}
