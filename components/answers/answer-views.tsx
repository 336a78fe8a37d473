import type { ReactNode } from 'react'
import type { Project } from '@/components/projects/project'
import { PageLayout } from '@/components/ui/page-layout'
import { PageLinks } from '@/components/ui/page-links'
import type { Keymap } from '@/lib/auth/keymap'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { AnswerPairs } from './answer-pairs'
import {
  answersHref,
  type AnswerPairList,
  type ListedRegrade,
  type AnswerPairView,
  type Regrade,
  type UnansweredSolutionList,
} from './answers'
import { AnswersHeader } from './answers-header'
import { NoPairsNotice, NoUnansweredNotice } from './empty-answer-notices'
import { PastRegrades } from './past-regrades'
import type { AnswerSearch } from './read-answer-search'
import { RegradeScreen } from './regrade-screen'
import {
  typesetAnswerPair,
  typesetRegradePair,
  typesetUnansweredSolution,
} from './typeset-answer-pair'
import { UnansweredSolutions } from './unanswered-solutions'

interface ViewProps {
  slug: string
  /** The user’s name. */
  person: string
  isAdmin: boolean
  keymap: Keymap
  page: number
}

/** Unsure, decided or searched answer pairs. */
export async function AnswerPairsView({
  show,
  search,
  list,
  ...props
}: ViewProps & {
  show: AnswerPairView
  search: AnswerSearch
  list: AnswerPairList
}): Promise<ReactNode> {
  const { slug, page, isAdmin } = props
  const { counts, pages } = list
  const listParams = { show, text: search.text, page }
  // An invalid search has no results.
  const pairs = search.searchError === null ? list.pairs : []
  const loaded = await typesetTextsForPage((typesetter) =>
    pairs.map((pair) => typesetAnswerPair(typesetter, pair)),
  )
  return (
    <AnswerPairs
      key={`${show} ${search.text} ${page}`}
      slug={slug}
      show={show}
      person={props.person}
      keymap={props.keymap}
      loaded={loaded}
      hasMore={page < pages}
      header={
        <AnswersHeader slug={slug} show={show} isAdmin={isAdmin} counts={counts} {...search} />
      }
      empty={
        search.searchError === null && <NoPairsNotice slug={slug} counts={counts} {...listParams} />
      }
      pageLinks={
        search.searchError === null && (
          <PageLinks
            page={page}
            pages={pages}
            hrefOf={(to) => answersHref(slug, { ...listParams, page: to })}
          />
        )
      }
    />
  )
}

/** Solutions without a final answer, to be judged. */
export async function MissingAnswersView({
  list,
  counts,
  ...props
}: ViewProps & {
  list: UnansweredSolutionList
  counts: AnswerPairList['counts']
}): Promise<ReactNode> {
  const { slug, page, isAdmin } = props
  const loaded = await typesetTextsForPage((typesetter) =>
    list.solutions.map((solution) => typesetUnansweredSolution(typesetter, solution)),
  )
  return (
    <UnansweredSolutions
      key={page}
      slug={slug}
      person={props.person}
      keymap={props.keymap}
      loaded={loaded}
      header={<AnswersHeader slug={slug} isAdmin={isAdmin} counts={counts} show="unanswered" />}
      empty={<NoUnansweredNotice slug={slug} page={page} counts={counts} />}
      pageLinks={
        <PageLinks
          page={page}
          pages={list.pages}
          hrefOf={(to) => answersHref(slug, { show: 'unanswered', page: to })}
        />
      }
    />
  )
}

/** The regrade form with past regrades. */
export async function RegradeView({
  project,
  counts,
  lastRegrade,
  pastRegrades,
}: {
  project: Project
  counts: AnswerPairList['counts']
  /** The newest regrade; null if there is none. */
  lastRegrade: Regrade | null
  pastRegrades: readonly ListedRegrade[]
}) {
  const firstPairs = lastRegrade?.state === 'previewed' ? lastRegrade.firstPairs : []
  const pairs = await typesetTextsForPage((typesetter) =>
    firstPairs.map((pair) => typesetRegradePair(typesetter, pair)),
  )
  return (
    <PageLayout>
      <AnswersHeader slug={project.slug} show="regrade" counts={counts} isAdmin />
      <RegradeScreen
        slug={project.slug}
        projectMode={project.graderMode}
        lastRegrade={lastRegrade}
        pairs={pairs}
      />
      <PastRegrades regrades={pastRegrades} />
    </PageLayout>
  )
}
