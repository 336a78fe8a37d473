import type { ReactNode } from 'react'
import type { Project } from '@/components/projects/project'
import { Page } from '@/components/ui/page'
import type { Keymap } from '@/lib/auth/keys'
import { AnswerPages } from './answer-pages'
import { AnswersBoard } from './answers-board'
import { AnswersHead } from './answers-head'
import { NoPairs, NoUnanswered } from './no-pairs'
import type { AnswerList, ListedRegrade, PairView, Regrade, UnansweredList } from './pair'
import { PastRegrades } from './past-regrades'
import type { Search } from './read-search'
import { RegradeScreen } from './regrade-screen'
import { showPair, showRegradePair, showUnanswered } from './show-pair'
import { UnansweredBoard } from './unanswered-board'

interface ViewProps {
  slug: string
  person: string
  isAdmin: boolean
  keymap: Keymap
  page: number
}

/** Pairs of answers with the board that settles them. */
export function ListView({
  show,
  search,
  list,
  ...props
}: ViewProps & { show: PairView; search: Search; list: AnswerList }): ReactNode {
  const { slug, page, isAdmin } = props
  const { counts, pages } = list
  const place = { slug, show, text: search.text, page }
  // What cannot be looked for is nowhere.
  const pairs = search.problem === null ? list.pairs : []
  return (
    <AnswersBoard
      key={`${show} ${search.text} ${page}`}
      {...{ slug, show }}
      person={props.person}
      keymap={props.keymap}
      given={pairs.map(showPair)}
      hasMore={page < pages}
      head={<AnswersHead {...{ slug, show, isAdmin, counts, ...search }} />}
      empty={search.problem === null && <NoPairs {...place} counts={counts} />}
      pages={search.problem === null && <AnswerPages {...place} pages={pages} />}
    />
  )
}

/** Solutions in which no final answer was found, with the board that judges them. */
export function UnansweredView({
  list,
  counts,
  ...props
}: ViewProps & { list: UnansweredList; counts: AnswerList['counts'] }): ReactNode {
  const { slug, page, isAdmin } = props
  const place = { slug, show: 'unanswered', text: '', page } as const
  return (
    <UnansweredBoard
      key={page}
      slug={slug}
      person={props.person}
      keymap={props.keymap}
      given={list.solutions.map(showUnanswered)}
      head={<AnswersHead {...{ slug, isAdmin, counts }} show="unanswered" />}
      empty={<NoUnanswered slug={slug} page={page} counts={counts} />}
      pages={<AnswerPages {...place} pages={list.pages} />}
    />
  )
}

/** Grading anew, with what was done before. */
export function AnewView({
  project,
  counts,
  last,
  past,
}: {
  project: Project
  counts: AnswerList['counts']
  /** The newest; null where there is none. */
  last: Regrade | null
  past: readonly ListedRegrade[]
}) {
  return (
    <Page>
      <AnswersHead slug={project.slug} show="anew" counts={counts} isAdmin />
      <RegradeScreen
        slug={project.slug}
        projectMode={project.graderMode}
        given={last}
        pairs={last?.state === 'previewed' ? last.firstPairs.map(showRegradePair) : []}
      />
      <PastRegrades regrades={past} />
    </Page>
  )
}
