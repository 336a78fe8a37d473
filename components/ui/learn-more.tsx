import { Link } from './link'

/** A link to a page of the documentation. `doc` is its path below `docs/`, with or without an anchor, e.g. `scoring#metrics`. */
export function LearnMore({ doc, topic }: { doc: string; topic: string }) {
  return (
    <Link href={`/docs/${doc}`} className="whitespace-nowrap">
      Learn more<span className="sr-only"> about {topic}</span>
    </Link>
  )
}
