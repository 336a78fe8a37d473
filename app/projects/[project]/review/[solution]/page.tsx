import type { Metadata } from 'next'
import { AdjudicationScreen } from '@/components/adjudication/adjudication-screen'
import { readStepIndex } from '@/components/annotations/step-page'
import { ProjectShell } from '@/components/projects/project-shell'
import { compareAnnotationsContract } from '@/lib/adjudication/contract'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'

export const metadata: Metadata = { title: 'Adjudicate' }

/** Query parameters that identify the list that the user came from. */
const queryFields = compareAnnotationsContract.input.pick({ kind: true })

export default async function AdjudicationPage({
  params,
  searchParams,
}: ProjectPageProps<'solution'>) {
  const { project: slug, solution } = await params
  const { kind: requestedKind, step } = await searchParams
  const { kind } = queryFields.safeParse({ kind: requestedKind }).data ?? {}
  const [shell, initial, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(compareAnnotations, {
      project: slug,
      solution,
      kind,
      around: readStepIndex(step),
    }),
    loadKeymap(),
  ])
  return (
    <ProjectShell
      {...shell}
      current="review"
      meta={
        <span className="whitespace-nowrap text-ink-3 max-[1400px]:hidden">
          {formatLimitedCount(initial.waiting)} worth adjudicating
        </span>
      }
    >
      <AdjudicationScreen
        key={solution}
        slug={slug}
        explainsGold={shell.project.explainsGold}
        comparison={initial}
        keymap={keymap}
        kind={kind}
      />
    </ProjectShell>
  )
}
