import type { ReactNode } from 'react'
import type { Project } from '@/components/projects/project'
import { Page } from '@/components/ui/page'
import type { Keymap } from '@/lib/auth/keys'
import { AnswerPages } from './answer-pages'
import { AnswersBoard } from './answers-board'
import { AnswersHead } from './answers-head'
import { NoPairs } from './no-pairs'
import type { AnswerList, ListedRegrade, PairView, Regrade } from './pair'
import { PastRegrades } from './past-regrades'
import { RegradeScreen } from './regrade-screen'
import { showPair, showRegradePair } from './show-pair'

interface ListViewProps {
  slug: string
  person: string
  isAdmin: boolean
  keymap: Keymap
  show: PairView
  text: string
  page: number
  list: AnswerList
}

/** Pairs of answers with the board that settles them. */
export function ListView(props: ListViewProps): ReactNode {
  const { slug, show, text, page, list, isAdmin } = props
  const paired =
    list.pages > 1 ? null : list.pairs.reduce((sum, { solutions }) => sum + solutions, 0)
  return (
    <AnswersBoard
      slug={slug}
      person={props.person}
      keymap={props.keymap}
      show={show}
      given={list.pairs.map(showPair)}
      hasMore={page < list.pages}
      head={<AnswersHead {...{ slug, show, text, isAdmin, paired }} counts={list.counts} />}
      empty={<NoPairs {...{ slug, show, text, page }} counts={list.counts} />}
      pages={<AnswerPages {...{ slug, show, text, page }} pages={list.pages} />}
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
