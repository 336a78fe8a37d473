import type { ReactNode } from 'react'
import type { Project } from '@/components/projects/project'
import { Page } from '@/components/ui/page'
import type { Keymap } from '@/lib/auth/keymap'
import { AnswerPages } from './answer-pages'
import { AnswerPairs } from './answer-pairs'
import { AnswersHeader } from './answers-header'
import { NoPairs, NoUnanswered } from './empty-lists'
import type { AnswerPairList, ListedRegrade, PairView, Regrade, UnansweredList } from './pair'
import { PastRegrades } from './past-regrades'
import type { Search } from './read-search'
import { RegradeScreen } from './regrade-screen'
import { typesetTextsForPage } from '@/lib/problems/reply-typesetter'
import { typesetPair, typesetRegradePair, typesetUnanswered } from './typeset-pair'
import { UnansweredSolutions } from './unanswered-solutions'

interface ViewProps {
  slug: string
  person: string
  isAdmin: boolean
  keymap: Keymap
  page: number
}

/** Answer pairs, to be settled. */
export async function ListView({
  show,
  search,
  list,
  ...props
}: ViewProps & { show: PairView; search: Search; list: AnswerPairList }): Promise<ReactNode> {
  const { slug, page, isAdmin } = props
  const { counts, pages } = list
  const listParams = { slug, show, text: search.text, page }
  // An invalid search has no results.
  const pairs = search.searchError === null ? list.pairs : []
  const loaded = await typesetTextsForPage((typesetter) =>
    pairs.map((pair) => typesetPair(typesetter, pair)),
  )
  return (
    <AnswerPairs
      key={`${show} ${search.text} ${page}`}
      {...{ slug, show }}
      person={props.person}
      keymap={props.keymap}
      loaded={loaded}
      hasMore={page < pages}
      header={<AnswersHeader {...{ slug, show, isAdmin, counts, ...search }} />}
      empty={search.searchError === null && <NoPairs {...listParams} counts={counts} />}
      pageLinks={search.searchError === null && <AnswerPages {...listParams} pages={pages} />}
    />
  )
}

/** Solutions without a final answer, to be judged. */
export async function MissingAnswersView({
  list,
  counts,
  ...props
}: ViewProps & { list: UnansweredList; counts: AnswerPairList['counts'] }): Promise<ReactNode> {
  const { slug, page, isAdmin } = props
  const listParams = { slug, show: 'unanswered', text: '', page } as const
  const loaded = await typesetTextsForPage((typesetter) =>
    list.solutions.map((solution) => typesetUnanswered(typesetter, solution)),
  )
  return (
    <UnansweredSolutions
      key={page}
      slug={slug}
      person={props.person}
      keymap={props.keymap}
      loaded={loaded}
      header={<AnswersHeader {...{ slug, isAdmin, counts }} show="unanswered" />}
      empty={<NoUnanswered slug={slug} page={page} counts={counts} />}
      pageLinks={<AnswerPages {...listParams} pages={list.pages} />}
    />
  )
}

/** The regrade form with past regrades. */
export async function RegradeView({
  project,
  counts,
  last,
  past,
}: {
  project: Project
  counts: AnswerPairList['counts']
  /** The newest regrade; null if there is none. */
  last: Regrade | null
  past: readonly ListedRegrade[]
}) {
  const firstPairs = last?.state === 'previewed' ? last.firstPairs : []
  const pairs = await typesetTextsForPage((typesetter) =>
    firstPairs.map((pair) => typesetRegradePair(typesetter, pair)),
  )
  return (
    <Page>
      <AnswersHeader slug={project.slug} show="regrade" counts={counts} isAdmin />
      <RegradeScreen
        slug={project.slug}
        projectMode={project.graderMode}
        lastRegrade={last}
        pairs={pairs}
      />
      <PastRegrades regrades={past} />
    </Page>
  )
}
