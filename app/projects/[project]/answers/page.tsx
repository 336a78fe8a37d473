import type { Metadata } from 'next'
import { AnewView, ListView } from '@/components/answers/answers-page'
import { type AnswerView, answerViews } from '@/components/answers/pair'
import { readRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { makeKeymap } from '@/lib/auth/keys'
import { getPreferences } from '@/lib/auth/server/preferences'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { listAnswerPairs } from '@/lib/review/server/answers-queries'
import { getRegrade, listRegrades } from '@/lib/review/server/regrade-queries'

export const metadata: Metadata = { title: 'Answers' }

export default async function AnswersPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<Partial<Record<'show' | 'text' | 'page', string | string[]>>>
}) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const asked = await searchParams
  const [project, { projects }, { keys }] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(getPreferences, {}),
  ])
  const isAdmin = readRole(actor, project) === 'admin'
  const show = readView(asked.show, isAdmin)
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="answers">
      {show === 'anew' ? (
        <AnewView project={project} {...await loadAnew(slug)} />
      ) : (
        <ListView
          {...{ slug, isAdmin, show }}
          person={actor.name}
          keymap={makeKeymap(keys)}
          {...await loadList(slug, show, asked)}
        />
      )}
    </ProjectShell>
  )
}

async function loadList(
  slug: string,
  show: Exclude<AnswerView, 'anew'>,
  asked: { text?: string | string[]; page?: string | string[] },
) {
  const text = show === 'search' && typeof asked.text === 'string' ? asked.text : ''
  const page = Math.max(1, Math.trunc(Number(asked.page)) || 1)
  return { text, page, list: await runQuery(listAnswerPairs, { project: slug, show, text, page }) }
}

async function loadAnew(slug: string) {
  const [{ counts }, { regrades }] = await Promise.all([
    runQuery(listAnswerPairs, { project: slug, show: 'unsure' }),
    runQuery(listRegrades, { project: slug }),
  ])
  const [newest] = regrades
  const last = newest
    ? await runQuery(getRegrade, { project: slug, regrade: newest.regrade })
    : null
  return { counts, last, past: regrades }
}

function readView(asked: string | string[] | undefined, isAdmin: boolean): AnswerView {
  const show = answerViews.find((view) => view === asked) ?? 'unsure'
  return show === 'anew' && !isAdmin ? 'unsure' : show
}
