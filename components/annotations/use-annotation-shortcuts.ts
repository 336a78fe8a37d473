import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { WorkTarget } from '@/lib/annotations/work-targets'
import {
  shortcutActionNames,
  shortcutActions,
  formatKey,
  type ShortcutAction,
  type Keymap,
} from '@/lib/auth/keymap'
import type { ShortcutHandlers } from '@/lib/client/shortcuts'
import { noteFormFieldId } from './note-form-panel'
import { noteFormSpecs, type NoteFormKind } from './note-forms'
import { ratingStyles, ratingValues } from './rating-values'
import type { ShortcutListItem } from './shortcut-list'
import type { AnnotationActions } from './use-annotation-actions'
import { type DeferredKeyHandling, useDeferredShortcuts } from './use-deferred-shortcuts'
import type { NoteFormActions } from './use-note-form'

interface KeyBindingOptions {
  keymap: Keymap
  currentTarget: WorkTarget
  isOffline: boolean
  actions: AnnotationActions
  prompt: NoteFormActions
  toggles: {
    problem: () => void
    raw: () => void
    keys: () => void
    closeKeys: () => void
    /** Opens the text field of the current target. */
    write: () => void
    guideline: () => void
  }
  onPrompt: (prompt: NoteFormKind | null) => void
  submit: (by: 'key') => void
}

export const digitKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Binds the shortcuts and returns them for the list. */
export function useAnnotationShortcuts(options: KeyBindingOptions): ShortcutListItem[] {
  const bound = bindActions(options)
  const heldKeys = [...digitKeys, ...answerShortcutActions.map((action) => options.keymap[action])]
  const handling = options.prompt.activePrompt ? 'drop' : chooseKeyHandling(options)
  useShortcuts(useDeferredShortcuts(bindShortcuts(options, bound), heldKeys, handling))
  return shortcutActionNames.map((action) => ({
    action,
    keyLabel: formatKey(options.keymap[action]),
    label: formatAction(action),
    run: bound[action],
  }))
}

/** They would act on the options of the first error. */
export const answerShortcutActions = [
  ...(['rateNegative', 'rateNeutral', 'ratePositive', 'choose'] as const),
  ...(['previous', 'next', 'submit'] as const),
] satisfies ShortcutAction[]

/**
 * Key presses wait while the options of the first error are on their way. If there are none, the keys are meant for
 * what follows. If there are options, they have not been read yet.
 */
export function chooseKeyHandling({
  currentTarget,
  isOffline,
}: Pick<KeyBindingOptions, 'currentTarget' | 'isOffline'>): DeferredKeyHandling {
  switch (currentTarget.kind) {
    case 'options':
      return isOffline ? 'replay' : 'hold'
    case 'explanation':
    case 'progress':
    case 'tags':
    case 'done':
      return 'replay'
    default:
      return 'drop'
  }
}

type BoundActions = Record<ShortcutAction, () => void>

function bindActions({
  actions,
  prompt,
  toggles,
  onPrompt,
  submit,
}: KeyBindingOptions): BoundActions {
  const setPrompt = (nextPrompt: NoteFormKind) => () =>
    onPrompt(prompt.activePrompt === nextPrompt ? null : nextPrompt)
  return {
    rateNegative: () => actions.answer(0, 'key'),
    rateNeutral: () => actions.answer(1, 'key'),
    ratePositive: () => actions.answer(2, 'key'),
    choose: () => actions.chooseCurrent('key'),
    write: toggles.write,
    previous: () => actions.move(-1),
    next: () => actions.move(1),
    undo: () => actions.undo('key'),
    flag: setPrompt('flag'),
    comment: setPrompt('comment'),
    badSplit: setPrompt('bad_split'),
    problem: toggles.problem,
    raw: toggles.raw,
    guideline: toggles.guideline,
    allKeys: toggles.keys,
    submit: () => submit('key'),
    skip: setPrompt('skip'),
    giveUp: setPrompt('give_up'),
    badProblem: setPrompt('bad_problem'),
  }
}

/** The shortcuts of the open prompt, or else of the current target. */
export function bindShortcuts(
  options: KeyBindingOptions,
  bound = bindActions(options),
): ShortcutHandlers {
  const { activePrompt } = options.prompt
  return activePrompt ? bindPromptKeys(options, bound, activePrompt) : bindKeys(options, bound)
}

/** In a list, digits choose the nth item, whatever the rating keys are. */
function bindKeys(
  { keymap, currentTarget, actions, toggles }: KeyBindingOptions,
  bound: BoundActions,
): ShortcutHandlers {
  const isRating = currentTarget.kind === 'step' || currentTarget.kind === 'option'
  return {
    ...Object.fromEntries(shortcutActionNames.map((action) => [keymap[action], bound[action]])),
    ...(isRating ? {} : bindDigitKeys((nth) => actions.answer(nth, 'key'))),
    Escape: toggles.closeKeys,
  }
}

/**
 * While a prompt is open, digits choose its reason, and other keys are off: someone may type a reason before its field has the
 * focus.
 */
function bindPromptKeys(
  { keymap, prompt }: KeyBindingOptions,
  bound: BoundActions,
  openPrompt: NoteFormKind,
): ShortcutHandlers {
  const { keyAct } = noteFormSpecs[openPrompt]
  return {
    [keymap[keyAct]]: bound[keyAct],
    ...bindDigitKeys(prompt.choose),
    [keymap.write]: () => document.getElementById(noteFormFieldId)?.focus(),
    Enter: () => prompt.end('key'),
    Escape: prompt.close,
  }
}

export function bindDigitKeys(choose: (nth: number) => void): ShortcutHandlers {
  return Object.fromEntries(digitKeys.map((digit, nth) => [digit, () => choose(nth)]))
}

const ratingOf = { rateNegative: 0, rateNeutral: 1, ratePositive: 2 } as const

function formatAction(action: ShortcutAction): string {
  if (action !== 'rateNegative' && action !== 'rateNeutral' && action !== 'ratePositive')
    return shortcutActions[action].label
  const { label, meaning } = ratingStyles[ratingValues[ratingOf[action]]]
  return `${label}: ${meaning}`
}
