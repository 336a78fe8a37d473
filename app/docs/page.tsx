import { DocPage, makeDocMetadata } from './doc-page'

export const generateMetadata = () => makeDocMetadata('/docs')

export default function DocsIndexPage() {
  return <DocPage href="/docs" />
}
