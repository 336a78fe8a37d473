import { DocPage } from '@/components/docs/doc-page'
import { loadDocPage, readDocTitle } from '@/lib/docs/server/load-doc-page'

interface Props {
  params: Promise<{ page: string[] }>
}

const readHref = async ({ params }: Props) => `/docs/${(await params).page.join('/')}`

export const generateMetadata = async (props: Props) => ({
  title: await readDocTitle(await readHref(props)),
})

export default async function DocsPage(props: Props) {
  return <DocPage {...await loadDocPage(await readHref(props))} />
}
