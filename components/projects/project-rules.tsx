import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { Progress, Project } from './project'

/** How a project is run, in sentences. */
export function ProjectRules({
  project,
  progress,
  children,
}: {
  project: Project
  progress: Progress
  /** A further sentence. */
  children?: ReactNode
}) {
  const { overlap, leaseMinutes, showsAnswer, slug, guidelineVersion } = project
  return (
    <section
      aria-label="How this project is run"
      className="grid max-w-abstract gap-3 pt-1 font-read text-excerpt/5.5 font-text text-ink-2"
    >
      <p>
        {overlap === 1
          ? 'One person labels each solution.'
          : `${formatCount(overlap)} people label each solution, and none sees what another said.`}{' '}
        {formatNoun(progress.people, 'person is', 'people are')} in the project.
      </p>
      <p>
        A solution is held for {formatNoun(leaseMinutes, 'minute')} after its annotator was last at
        work.{' '}
        {showsAnswer
          ? 'The reference answer is shown as current best guess.'
          : 'The reference answer is not shown.'}
      </p>
      <p>
        People go by{' '}
        <Link href={`/projects/${slug}/guideline`}>the guideline, version {guidelineVersion}</Link>.
      </p>
      {children}
    </section>
  )
}
