import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { type QuestionsViewName, questionsViewNames } from '@/components/questions/question'
import { makeQuestionShortcuts } from '@/components/questions/question-shortcuts'
import {
  OpenQuestionsView,
  DecisionsView,
  DismissedQuestionsView,
} from '@/components/questions/questions-page'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listDecisions } from '@/lib/questions/server/decisions-queries'
import { listQuestions, listDismissedQuestions } from '@/lib/questions/server/queries'

export const metadata: Metadata = { title: 'Questions' }

type SearchParams = Partial<Record<'show' | 'order' | 'page' | 'before', string | string[]>>

/** Steps per page. Each is loaded with all of its questions, so more would make the page slow. */
const limit = 20
const maxDrafts = 200

export default async function QuestionsPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const filters = await searchParams
  const [shell, keymap] = await Promise.all([loadProjectShell(slug), loadKeymap()])
  const show: QuestionsViewName = questionsViewNames.find((view) => view === filters.show) ?? 'open'
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(filters.page)) || 1))
  const order = filters.order === 'newest' ? 'newest' : 'most-asked'
  return (
    <ProjectShell {...shell} current="questions">
      {show === 'decisions' ? (
        <DecisionsView
          slug={slug}
          list={await loadDecisions(slug, filters.before)}
          drafts={await loadDrafts(slug)}
        />
      ) : show === 'dismissed' ? (
        <DismissedQuestionsView
          slug={slug}
          page={page}
          list={await runPageQuery(listDismissedQuestions, { project: slug, page })}
        />
      ) : (
        <OpenQuestionsView
          slug={slug}
          order={order}
          page={page}
          limit={limit}
          keys={makeQuestionShortcuts(keymap)}
          questions={await runPageQuery(listQuestions, { project: slug, order, page, limit })}
          drafts={await loadDrafts(slug)}
          decisions={await runPageQuery(listDecisions, { project: slug })}
        />
      )}
    </ProjectShell>
  )
}

const loadDrafts = (slug: string) =>
  runPageQuery(listDecisions, { project: slug, state: 'draft', limit: maxDrafts })

function loadDecisions(slug: string, before: SearchParams['before']) {
  const cursor = Number(before)
  return runPageQuery(listDecisions, {
    project: slug,
    ...(Number.isInteger(cursor) && cursor > 0 ? { before: cursor } : {}),
  })
}
