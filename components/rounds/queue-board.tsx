'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Outcome } from '@/components/ui/outcome'
import { KeyCap } from '@/components/ui/key-cap'
import { printKey } from '@/lib/auth/keys'
import type { HeadKeys } from './head-keys'
import { ItemTable } from './item-table'
import { TakeOutForm } from './take-out-form'
import { addressQueue, type ShownItem } from './round'
import { SolutionSteps } from './solution-steps'
import { useHead } from './use-head'

interface QueueBoardProps {
  slug: string
  items: readonly ShownItem[]
  keys: HeadKeys
  canTakeOut: boolean
  /** Number of the first row. */
  first?: number
  /** Under the rows, beside the keys: the way on. */
  children?: ReactNode
}

/** Rows of the queue, one of them lit: its steps open below it, and it can be taken out. */
export function QueueBoard({
  slug,
  items,
  keys,
  canTakeOut,
  first = 1,
  children,
}: QueueBoardProps) {
  const takenOut = (
    <>
      It is taken out of the queue. Under{' '}
      <Link href={`${addressQueue(slug)}#taken-out`}>Taken out</Link> it can be put back.
    </>
  )
  const head = useHead({ slug, given: items, keys, canTakeOut, takenOut })
  const { opened, lit } = head
  return (
    <>
      <ItemTable
        list={head.list}
        lit={lit?.solution ?? null}
        opened={opened}
        first={first}
        onLight={(solution) =>
          head.light(solution, solution === lit?.solution && opened !== null ? null : 'steps')
        }
        details={
          lit &&
          (opened === 'take-out' ? (
            <TakeOutForm
              key={lit.solution}
              isBusy={head.isBusy}
              onTakeOut={(reason) => void head.takeOut(reason)}
              onClose={() => head.setOpened(null)}
            />
          ) : (
            opened === 'steps' && (
              <SolutionSteps
                key={lit.solution}
                slug={slug}
                solution={lit.solution}
                onTakeOut={canTakeOut ? () => head.toggle('take-out') : null}
              />
            )
          ))
        }
      />
      <Outcome outcome={head.outcome} className="pt-3" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
        <div>{children}</div>
        {lit && <Keys keys={keys} canTakeOut={canTakeOut} />}
      </div>
    </>
  )
}

function Keys({ keys, canTakeOut }: { keys: HeadKeys; canTakeOut: boolean }) {
  return (
    <p className="flex items-center gap-x-1.5 text-caption text-ink-3 max-desk:hidden">
      <KeyCap name={printKey(keys.next)} />
      <KeyCap name={printKey(keys.previous)} />
      <span className="pr-1">move</span>
      <KeyCap name="⏎" />
      <span className="pr-1">read its steps</span>
      {canTakeOut && keys.takeOut !== null && (
        <>
          <KeyCap name={keys.takeOut} />
          <span>take out, with a reason</span>
        </>
      )}
    </p>
  )
}
