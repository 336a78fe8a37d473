import { useState } from 'react'
import type { WorkState } from '@/lib/annotations/work-state'
import {
  isEqualTarget,
  listSelectableTargets,
  type WorkTarget,
} from '@/lib/annotations/work-targets'
import type { AnnotationActions } from './use-annotation-actions'

/** Whether the text field of the current target is open. */
export function useExplanationWriting(
  { content, shape, currentTarget }: WorkState,
  { select }: Pick<AnnotationActions, 'select'>,
) {
  const [openFieldTarget, setOpenFieldTarget] = useState<WorkTarget | null>(null)

  /** Opens the text field of the current target, or else of the last target that has one. */
  function write() {
    const targets = listSelectableTargets(content, shape)
    const isField = ({ kind }: WorkTarget) => kind === 'explanation' || kind === 'write'
    const target = isField(currentTarget) ? currentTarget : targets.findLast(isField)
    if (!target) return
    select(target, 'key')
    setOpenFieldTarget(target)
  }

  return {
    isWriting: openFieldTarget !== null && isEqualTarget(openFieldTarget, currentTarget),
    onWrite: (isWriting: boolean) => (isWriting ? write() : setOpenFieldTarget(null)),
  }
}
