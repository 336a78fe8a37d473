import { useState } from 'react'
import { useListSelection } from '@/components/ui/use-list-selection'
import { emptyDecisionFields, type DecisionFields } from './decision-fields'
import type { TypesetStepWithQuestions } from './question'
import { storeUnfinishedDecision, readUnfinishedDecision } from './unfinished-decision'

export type QuestionPanelName = 'decide' | 'dismiss'

/** The current step, the selected ones, the open panel and the unfinished decisions by step. */
export function useQuestionSelection(steps: readonly TypesetStepWithQuestions[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [removedKeys, setRemovedKeys] = useState<ReadonlySet<string>>(new Set())
  const [unfinishedDecisions, setUnfinishedDecisions] = useState<
    ReadonlyMap<string, DecisionFields>
  >(new Map())
  const [previousSteps, setPreviousSteps] = useState(steps)
  // A new list from the server already omits resolved steps.
  if (previousSteps !== steps) {
    setPreviousSteps(steps)
    setRemovedKeys(new Set())
  }
  const list = steps.filter(({ key }) => !removedKeys.has(key))
  const { index, current, panel, setPanel, select, selectAfterReply, move, toggle } =
    useListSelection<TypesetStepWithQuestions, QuestionPanelName>(list, ({ key }) => key)
  /** The current step and the selected ones. */
  const selectedSteps = list.filter(({ key }) => key === current?.key || selected.has(key))

  function toggleSelected() {
    if (!current) return
    const newSelection = new Set(selected)
    if (!newSelection.delete(current.key)) newSelection.add(current.key)
    setSelected(newSelection)
  }

  /**
   * Removes the resolved steps. If the current step is one of them, the next step becomes current, or the previous one at
   * the end.
   */
  function removeSteps(resolved: readonly TypesetStepWithQuestions[]) {
    const resolvedKeys = new Set(resolved.map(({ key }) => key))
    const isRemaining = ({ key }: TypesetStepWithQuestions) => !resolvedKeys.has(key)
    const nextStep = list.slice(index + 1).find(isRemaining) ?? list.findLast(isRemaining)
    // Unfinished decisions stay in memory, so that undo can bring them back.
    for (const key of resolvedKeys) storeUnfinishedDecision(key, null)
    setRemovedKeys((previous) => new Set([...previous, ...resolvedKeys]))
    setSelected((previous) => new Set([...previous].filter((key) => !resolvedKeys.has(key))))
    selectAfterReply(nextStep?.key ?? null, resolvedKeys)
  }

  const readDecisionFields = ({ key }: TypesetStepWithQuestions) =>
    unfinishedDecisions.get(key) ?? readUnfinishedDecision(key) ?? emptyDecisionFields
  const writeDecisionFields = ({ key }: TypesetStepWithQuestions, fields: DecisionFields) => {
    storeUnfinishedDecision(key, fields)
    setUnfinishedDecisions((previous) => new Map(previous).set(key, fields))
  }

  return {
    list,
    current,
    openPanel: panel,
    setOpenPanel: setPanel,
    selected,
    selectedSteps,
    selectRow: select,
    selectAfterReply,
    move,
    toggle,
    toggleSelected,
    removeSteps,
    readDecisionFields,
    writeDecisionFields,
  }
}
