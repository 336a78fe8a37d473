import type { Metadata } from 'next'
import { RegradeView, AnswerPairsView, MissingAnswersView } from '@/components/answers/answer-views'
import { type AnswerView, answerViews, type AnswerPairView } from '@/components/answers/answers'
import { readAnswerSearch } from '@/components/answers/read-answer-search'
import { ProjectShell } from '@/components/projects/project-shell'
import { listAnswerPairs } from '@/lib/answers/server/queries'
import { getRegrade, listRegrades } from '@/lib/answers/server/regrade-queries'
import { listUnansweredSolutions } from '@/lib/answers/server/solution-verdicts-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Answers' }

type SearchParam = string | string[] | undefined

export default async function AnswersPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const query = await searchParams
  const [shell, keymap] = await Promise.all([loadProjectShell(slug), loadKeymap()])
  const isAdmin = shell.role === 'admin'
  const show = readView(query.show, isAdmin)
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(query.page)) || 1))
  const view = { slug, isAdmin, page, person: shell.person.name, keymap }
  return (
    <ProjectShell {...shell} current="answers">
      {show === 'regrade' ? (
        <RegradeView project={shell.project} {...await loadRegrades(slug)} />
      ) : show === 'unanswered' ? (
        <MissingAnswersView {...view} {...await loadUnanswered(slug, page)} />
      ) : (
        <AnswerPairsView {...view} show={show} {...await loadPairs(slug, show, query.text, page)} />
      )}
    </ProjectShell>
  )
}

async function loadPairs(slug: string, show: AnswerPairView, text: SearchParam, page: number) {
  const search = readAnswerSearch(show === 'search' ? text : undefined)
  const input = { project: slug, show, text: search.text, page }
  return { search, list: await runPageQuery(listAnswerPairs, input) }
}

async function loadUnanswered(slug: string, page: number) {
  const [{ counts }, list] = await Promise.all([
    runPageQuery(listAnswerPairs, { project: slug, show: 'unsure' }),
    runPageQuery(listUnansweredSolutions, { project: slug, page }),
  ])
  return { counts, list }
}

async function loadRegrades(slug: string) {
  const [{ counts }, { regrades }] = await Promise.all([
    runPageQuery(listAnswerPairs, { project: slug, show: 'unsure' }),
    runPageQuery(listRegrades, { project: slug }),
  ])
  const [newestRegrade] = regrades
  const input = newestRegrade && { project: slug, regrade: newestRegrade.regrade }
  const lastRegrade = input ? await runPageQuery(getRegrade, input) : null
  return { counts, lastRegrade, pastRegrades: regrades }
}

function readView(value: SearchParam, isAdmin: boolean): AnswerView {
  const show = answerViews.find((view) => view === value) ?? 'unsure'
  return show === 'regrade' && !isAdmin ? 'unsure' : show
}
