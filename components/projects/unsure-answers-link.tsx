import { Link } from '@/components/ui/link'

/** A link to the answers that need a person's verdict. */
export function UnsureAnswersLink({ slug, text }: { slug: string; text: string }) {
  return (
    <p>
      {text}. <Link href={`/projects/${slug}/answers`}>Review answers</Link>
    </p>
  )
}
