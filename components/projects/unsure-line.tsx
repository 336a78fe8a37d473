import { Link } from '@/components/ui/link'

/** A link to the answers that need a person's verdict. */
export function UnsureLine({ slug, waiting }: { slug: string; waiting: string }) {
  return (
    <p>
      {waiting}. <Link href={`/projects/${slug}/answers`}>Review answers</Link>
    </p>
  )
}
