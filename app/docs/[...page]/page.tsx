import { DocPage, makeDocMetadata } from '@/app/docs/doc-page'

interface Props {
  params: Promise<{ page: string[] }>
}

const readHref = async ({ params }: Props) => `/docs/${(await params).page.join('/')}`

export const generateMetadata = async (props: Props) => makeDocMetadata(await readHref(props))

export default async function DocsPage(props: Props) {
  return <DocPage href={await readHref(props)} />
}
