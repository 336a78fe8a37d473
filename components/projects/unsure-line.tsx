import { Link } from '@/components/ui/link'

/** The way to the answers that the grader left to people. */
export function UnsureLine({ slug, waiting }: { slug: string; waiting: string }) {
  return (
    <p>
      {waiting} for a person, as the grader is unsure of them:{' '}
      <Link href={`/projects/${slug}/answers`}>say what they are</Link>.
    </p>
  )
}
