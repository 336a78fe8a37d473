import { typesetForPage } from '@/lib/problems/reply-typesetter'
import { noteBudget } from '@/lib/problems/typeset-limits'
import { Typeset } from './typeset'

/** Typesets a short text on the server. */
export async function TypesetSource({ source }: { source: string }) {
  const [text] = await typesetForPage((typesetter) => [typesetter.text(source)], {
    budget: noteBudget,
  })
  return <Typeset text={text} />
}

/** Typesets the beginning of a text on the server. */
export async function TypesetExcerpt({
  source,
  maxCharacters,
}: {
  source: string
  maxCharacters: number
}) {
  const [text] = await typesetForPage((typesetter) => [typesetter.excerpt(source, maxCharacters)])
  return <Typeset text={text} />
}
