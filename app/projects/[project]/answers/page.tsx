import type { Metadata } from 'next'
import { AnewView, ListView, UnansweredView } from '@/components/answers/answers-page'
import { type AnswerView, answerViews, type PairView } from '@/components/answers/pair'
import { readSearch } from '@/components/answers/read-search'
import { readRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { makeKeymap } from '@/lib/auth/keys'
import { getPreferences } from '@/lib/auth/server/preferences'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { listAnswerPairs } from '@/lib/review/server/answers-queries'
import { getRegrade, listRegrades } from '@/lib/review/server/regrade-queries'
import { listUnanswered } from '@/lib/review/server/solution-verdicts-queries'

export const metadata: Metadata = { title: 'Answers' }

type Asked = Partial<Record<'show' | 'text' | 'page', string | string[]>>

export default async function AnswersPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<Asked>
}) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const asked = await searchParams
  const [project, { projects }, { keys }] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(getPreferences, {}),
  ])
  const isAdmin = readRole(actor, project) === 'admin'
  const show = readView(asked.show, isAdmin)
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(asked.page)) || 1))
  const view = { slug, isAdmin, page, person: actor.name, keymap: makeKeymap(keys) }
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="answers">
      {show === 'anew' ? (
        <AnewView project={project} {...await loadAnew(slug)} />
      ) : show === 'unanswered' ? (
        <UnansweredView {...view} {...await loadUnanswered(slug, page)} />
      ) : (
        <ListView {...view} show={show} {...await loadList(slug, show, asked.text, page)} />
      )}
    </ProjectShell>
  )
}

async function loadList(slug: string, show: PairView, asked: Asked['text'], page: number) {
  const search = readSearch(show === 'search' ? asked : undefined)
  const input = { project: slug, show, text: search.text, page }
  return { search, list: await runQuery(listAnswerPairs, input) }
}

async function loadUnanswered(slug: string, page: number) {
  const [{ counts }, list] = await Promise.all([
    runQuery(listAnswerPairs, { project: slug, show: 'unsure' }),
    runQuery(listUnanswered, { project: slug, page }),
  ])
  return { counts, list }
}

async function loadAnew(slug: string) {
  const [{ counts }, { regrades }] = await Promise.all([
    runQuery(listAnswerPairs, { project: slug, show: 'unsure' }),
    runQuery(listRegrades, { project: slug }),
  ])
  const [newest] = regrades
  const place = newest && { project: slug, regrade: newest.regrade }
  return { counts, last: place ? await runQuery(getRegrade, place) : null, past: regrades }
}

function readView(asked: string | string[] | undefined, isAdmin: boolean): AnswerView {
  const show = answerViews.find((view) => view === asked) ?? 'unsure'
  return show === 'anew' && !isAdmin ? 'unsure' : show
}
