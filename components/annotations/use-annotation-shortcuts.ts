import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { WorkTarget } from '@/lib/annotations/work-targets'
import { shortcutActionNames, type ShortcutAction, type Keymap } from '@/lib/auth/keymap'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import { noteFormFieldId } from './note-form-panel'
import { noteFormSpecs, type NoteFormKind } from './note-forms'
import type { AnnotationActions } from './use-annotation-actions'
import { type DeferredKeyHandling, useDeferredShortcuts } from './use-deferred-shortcuts'
import type { NoteFormActions } from './use-note-form'

interface KeyBindingOptions {
  keymap: Keymap
  currentTarget: WorkTarget
  isOffline: boolean
  actions: AnnotationActions
  noteForm: NoteFormActions
  toggles: {
    problem: () => void
    raw: () => void
    keys: () => void
    closeKeys: () => void
    /** Opens the text field of the current target. */
    write: () => void
    guideline: () => void
  }
  onFormChange: (form: NoteFormKind | null) => void
  submit: (inputMethod: 'key') => void
}

export const digitKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Binds the shortcuts, and returns what each of them does. */
export function useAnnotationShortcuts(options: KeyBindingOptions): BoundActions {
  const boundActions = bindActions(options)
  const deferrableKeys = [
    ...digitKeys,
    ...deferrableShortcutActions.map((action) => options.keymap[action]),
  ]
  const keyHandling = options.noteForm.activeForm ? 'drop' : chooseKeyHandling(options)
  useShortcuts(
    useDeferredShortcuts(bindShortcuts(options, boundActions), deferrableKeys, keyHandling),
  )
  return boundActions
}

/** Shortcuts that may act on the options of the first error, so they wait until these are loaded. */
export const deferrableShortcutActions = [
  ...(['rateNegative', 'rateNeutral', 'ratePositive', 'choose'] as const),
  ...(['previous', 'next', 'submit'] as const),
] satisfies ShortcutAction[]

/**
 * Key presses wait while the options of the first error load. If there are none, the keys apply to the next question.
 * If there are some, the keys are dropped, because the annotator has not read the options yet.
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

export type BoundActions = Record<ShortcutAction, () => void>

function bindActions({
  actions,
  noteForm,
  toggles,
  onFormChange,
  submit,
}: KeyBindingOptions): BoundActions {
  const toggleForm = (nextForm: NoteFormKind) => () =>
    onFormChange(noteForm.activeForm === nextForm ? null : nextForm)
  return {
    rateNegative: () => actions.answer(0, 'key'),
    rateNeutral: () => actions.answer(1, 'key'),
    ratePositive: () => actions.answer(2, 'key'),
    choose: () => actions.chooseCurrent('key'),
    write: toggles.write,
    previous: () => actions.move(-1),
    next: () => actions.move(1),
    undo: () => actions.undo('key'),
    flag: toggleForm('flag'),
    comment: toggleForm('comment'),
    badSplit: toggleForm('bad_split'),
    problem: toggles.problem,
    raw: toggles.raw,
    guideline: toggles.guideline,
    allKeys: toggles.keys,
    submit: () => submit('key'),
    skip: toggleForm('skip'),
    giveUp: toggleForm('give_up'),
    badProblem: toggleForm('bad_problem'),
  }
}

/** The shortcuts of the open form, or else of the current target. */
export function bindShortcuts(
  options: KeyBindingOptions,
  boundActions = bindActions(options),
): ShortcutHandlersByKey {
  const { activeForm } = options.noteForm
  return activeForm
    ? bindFormKeys(options, boundActions, activeForm)
    : bindKeys(options, boundActions)
}

/** In a list, digits choose the nth item, whatever the rating keys are. */
function bindKeys(
  { keymap, currentTarget, actions, toggles }: KeyBindingOptions,
  boundActions: BoundActions,
): ShortcutHandlersByKey {
  const isRating = currentTarget.kind === 'step' || currentTarget.kind === 'option'
  return {
    ...Object.fromEntries(
      shortcutActionNames.map((action) => [keymap[action], boundActions[action]]),
    ),
    ...(isRating ? {} : bindDigitKeys((nth) => actions.answer(nth, 'key'))),
    Escape: toggles.closeKeys,
  }
}

/**
 * While a form is open, digits choose its reason, and the keys of the screen are off, because the annotator may start typing
 * before the text field has the focus.
 */
function bindFormKeys(
  { keymap, noteForm }: KeyBindingOptions,
  boundActions: BoundActions,
  activeForm: NoteFormKind,
): ShortcutHandlersByKey {
  const { shortcut } = noteFormSpecs[activeForm]
  return {
    [keymap[shortcut]]: boundActions[shortcut],
    ...bindDigitKeys(noteForm.choose),
    [keymap.write]: () => document.getElementById(noteFormFieldId)?.focus(),
    Enter: () => noteForm.submitForm('key'),
    Escape: noteForm.close,
  }
}

export function bindDigitKeys(choose: (nth: number) => void): ShortcutHandlersByKey {
  return Object.fromEntries(digitKeys.map((digit, nth) => [digit, () => choose(nth)]))
}
