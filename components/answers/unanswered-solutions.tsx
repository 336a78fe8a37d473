'use client'

import type { ReactNode } from 'react'
import type { Keymap } from '@/lib/auth/keymap'
import { AnswerListLayout } from './answer-list-layout'
import { makeAnswerShortcuts } from './answer-shortcuts'
import type { TypesetUnansweredSolution } from './answers'
import { UnansweredDetails } from './unanswered-details'
import { UnansweredTable } from './unanswered-table'
import { useAnswerList } from './use-answer-list'

interface UnansweredSolutionsProps {
  slug: string
  person: string
  keymap: Keymap
  loaded: readonly TypesetUnansweredSolution[]
  header: ReactNode
  empty: ReactNode
  pageLinks: ReactNode
}

/** A list of solutions without a final answer. A person gives a verdict, or enters the answer to be graded. */
export function UnansweredSolutions(props: UnansweredSolutionsProps) {
  const { slug, person, loaded } = props
  const listState = useAnswerList({ slug, person, show: 'unanswered', loaded })
  const keys = makeAnswerShortcuts(props.keymap)
  const { current, panel } = listState
  const details = current && <UnansweredDetails key={current.key} solution={current} />
  return (
    <AnswerListLayout
      listState={listState}
      keys={keys}
      details={details}
      header={props.header}
      table={<UnansweredTable listState={listState} keys={keys} details={details} />}
      empty={props.empty}
      pageLinks={props.pageLinks}
      actions={[
        {
          key: keys.enterAnswer,
          name: 'Enter answer',
          run: () => listState.open('answer'),
          description: 'Enter the final answer, to be graded',
        },
      ]}
      panelKeys={
        panel === 'answer'
          ? { shortcuts: { Escape: () => listState.open(null) }, move: () => {} }
          : undefined
      }
      keysHint="Your verdict applies to this solution only."
    />
  )
}
