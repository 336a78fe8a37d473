import type { Metadata } from 'next'
import {
  areEvaluationOptionsEqual,
  chooseDefaultEvaluationOptions,
  readEvaluationOptions,
} from '@/components/evaluation/evaluation-options'
import { EvaluationView } from '@/components/evaluation/evaluation-view'
import { ProjectShell } from '@/components/projects/project-shell'
import { getEvaluation, listEvaluations } from '@/lib/evaluation/server/queries'
import { getQualitySettings } from '@/lib/gold/server/settings'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Evaluate' }

/** The newest evaluation with the options in the URL, or an earlier one by its id. */
export default async function EvaluatePage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const parameters = await searchParams
  const [shell, list, { hiddenReferenceShare }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listEvaluations, { project: slug }),
    runPageQuery(getQualitySettings, { project: slug }),
  ])
  const finishedEvaluations = list.evaluations.filter(({ state }) => state === 'done')
  const earlierEvaluation = finishedEvaluations.find(
    ({ evaluation }) => evaluation === parameters.evaluation,
  )
  const options = earlierEvaluation?.options ?? readEvaluationOptions(parameters, list.sources)
  const hasOptions = (candidate: { options: typeof options }) =>
    areEvaluationOptionsEqual(candidate.options, options)
  const evaluation = earlierEvaluation ?? finishedEvaluations.find(hasOptions)
  const current = evaluation
    ? await runPageQuery(getEvaluation, { project: slug, evaluation: evaluation.evaluation })
    : null
  return (
    <ProjectShell {...shell} current="evaluate">
      <EvaluationView
        slug={slug}
        current={current}
        options={options}
        list={list}
        hiddenReferenceShare={shell.project.showsAnswer ? hiddenReferenceShare : 0}
        newest={list.evaluations.find(hasOptions) ?? null}
        isEarlier={earlierEvaluation !== undefined}
        defaults={chooseDefaultEvaluationOptions(list.sources)}
      />
    </ProjectShell>
  )
}
