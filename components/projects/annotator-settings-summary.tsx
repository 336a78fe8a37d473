import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { describeReferenceAnswer } from './describe-project-progress'
import type { Progress, Project } from './project'

/** The settings that annotators notice. */
export function AnnotatorSettingsSummary({
  project,
  progress,
  hiddenReferenceShare,
  children,
}: {
  project: Project
  progress: Progress
  /** Null for annotators, who may not know it. */
  hiddenReferenceShare: number | null
  /** Content below the settings. */
  children?: ReactNode
}) {
  const { overlap, leaseMinutes, slug, guidelineVersion } = project
  const rows: [string, ReactNode][] = [
    ['Annotators per solution', formatCount(overlap)],
    ['Members', formatCount(progress.people)],
    [
      'Reserved for you',
      `${formatQuantity(leaseMinutes, 'minute')} per solution, renewed while you work`,
    ],
    ['Reference answer', describeReferenceAnswer(project, hiddenReferenceShare)],
    [
      'Guideline',
      <Link key="guideline" href={`/projects/${slug}/guideline`}>
        v{guidelineVersion}
      </Link>,
    ],
  ]
  return (
    <section aria-labelledby="project-rules">
      <SectionHeader id="project-rules" title="Project" />
      <dl className="border-y border-ink">
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex justify-between gap-x-4 border-b border-rule py-1.5 last:border-b-0"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {children && <div className="pt-3 text-ink-2">{children}</div>}
    </section>
  )
}
