import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { noteTypesetBudget } from '@/lib/typesetting/typeset-limits'
import { TypesetContent } from './typeset-content'

/** Typesets a short text on the server. */
export async function ServerTypesetText({ source }: { source: string }) {
  const [text] = await typesetTextsForPage((typesetter) => [typesetter.text(source)], {
    budget: noteTypesetBudget,
  })
  return <TypesetContent text={text} />
}

/** Typesets the beginning of a text on the server. */
export async function ServerTypesetExcerpt({ source }: { source: string }) {
  const [text] = await typesetTextsForPage((typesetter) => [typesetter.excerpt(source)])
  return <TypesetContent text={text} />
}
