import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RatableShape } from '@/lib/annotations/content'
import { anyAnnotationShape } from '@/lib/annotations/testing/work-actions'
import {
  applyWorkAction,
  createWorkState,
  type WorkActionWithoutContext,
} from '@/lib/annotations/work-state'
import {
  findNoteTarget,
  isEqualTarget,
  listSelectableTargets,
  type WorkTarget,
} from '@/lib/annotations/work-targets'
import { defaultKeymap } from '@/lib/auth/keymap'
import type { EarlyEnd } from '@/lib/client/labelling-screen-view'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { bindFieldKeys } from './note-form-panel'
import { isEarlyEndAction, type NoteFormKind } from './note-forms'
import { makeEditingActions, selectNthAnswer } from './use-annotation-actions'
import { bindShortcuts } from './use-annotation-shortcuts'
import { makeNoteFormActions, type NoteFormDrafts } from './use-note-form'

/* The keys of the labelling screen and its forms, as the components bind them, without a browser. */

let storage: Map<string, string>
let isFieldFocused: boolean

beforeEach(() => {
  storage = new Map()
  isFieldFocused = false
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    removeItem: (name: string) => storage.delete(name),
  })
  vi.stubGlobal('document', { getElementById: () => ({ focus: () => (isFieldFocused = true) }) })
})
afterEach(() => vi.unstubAllGlobals())

interface TypedText {
  text: string
  form: NoteFormKind
  target: WorkTarget
}

/** How the solution ended: by a form, or by submitting it. */
type End = { by: NoteFormKind; text: string } | { by: 'submit' }

function openScreen(shape: RatableShape, earlyEnd: EarlyEnd | null = null) {
  let isBlocked = false
  let hasUnsavedText = false
  let state = createWorkState(shape, null)
  let activeForm: NoteFormKind | null = null
  let drafts: NoteFormDrafts = {}
  let reopenedKey: string | null = null
  let end: End | null = null
  const typed: TypedText[] = []
  const onFormChange = (next: NoteFormKind | null) => {
    activeForm = next
    isFieldFocused = false
  }
  const dispatch = (action: WorkActionWithoutContext) => {
    state = applyWorkAction(state, { ...action, inputMethod: 'key', activeMs: 0 })
  }
  const controller = {
    dispatch,
    skip: (text: string) => void (end = { by: 'skip', text }),
    submit: (reason: string, text: string | null) =>
      void (end = { by: reason as NoteFormKind, text: text ?? '' }),
  }
  const makeNoteForm = () =>
    makeNoteFormActions(
      {
        controller,
        state,
        storageName: 'annotation',
        earlyEnd,
        activeForm,
        isBlocked,
        onFormChange,
        settleTexts: () => !hasUnsavedText,
      },
      {
        drafts,
        reopenedKey,
        setDrafts: (next) => (drafts = next),
        setReopenedKey: (next) => (reopenedKey = next),
      },
    )
  /** The submit key and the submit button do the same. */
  function submit(): void {
    if (makeNoteForm().settleNotes('key')) end = { by: 'submit' }
  }
  const doNothing = () => undefined

  function press(key: string): void {
    const form = makeNoteForm()
    if (isFieldFocused) {
      const run = bindFieldKeys(form)[key]
      if (run) run()
      else if (key.length === 1) form.change({ ...form.draft, text: form.draft.text + key })
      return
    }
    const editingActions = makeEditingActions(dispatch)
    const shortcuts = bindShortcuts({
      keymap: defaultKeymap,
      currentTarget: state.currentTarget,
      isOffline: false,
      actions: {
        ...editingActions,
        chooseCurrent: doNothing,
        undo: doNothing,
        submit: doNothing,
        preferStep: doNothing,
        answer: (nth, inputMethod) => selectNthAnswer(editingActions, state, {}, nth, inputMethod),
      },
      noteForm: form,
      onFormChange,
      toggles: {
        problem: doNothing,
        raw: doNothing,
        keys: doNothing,
        closeKeys: doNothing,
        write: doNothing,
        guideline: doNothing,
      },
      submit,
    })
    shortcuts[key]?.()
  }

  /** Presses each character. It counts as typed if the field has the focus. */
  function type(text: string): void {
    if (isFieldFocused && activeForm)
      typed.push({ text: text.trim(), form: activeForm, target: state.currentTarget })
    for (const character of text) press(character)
  }

  /** From now on, nothing can be changed. */
  const block = () => void (isBlocked = true)
  const writeUnsavedText = () => void (hasUnsavedText = true)

  return {
    press,
    type,
    submit,
    block,
    writeUnsavedText,
    typed,
    makeNoteForm,
    read: () => ({ state, activeForm, end }),
  }
}

type Screen = ReturnType<typeof openScreen>

const readNotes = ({ read }: Screen) => read().state.content.notes.map(({ text }) => text)

/** Every text is in a saved note, in what was sent, or stored for the next time that its form opens. */
function expectNothingLost(screen: Screen): void {
  const { end, activeForm, state } = screen.read()
  const sentTexts = end && 'text' in end ? [end.text] : []
  const storedTexts = [...readNotes(screen), ...sentTexts, ...storage.values()]
  for (const { text, ...source } of screen.typed) {
    expect(storedTexts.some((each) => each.includes(text))).toBe(true)
    const isOpen =
      source.form === activeForm && (isEarlyEndAction(activeForm) || isSameNote(state, source))
    if (isOpen) expect(screen.makeNoteForm().draft.text).toContain(text)
  }
}

const isSameNote = (
  { content, shape, currentTarget }: ReturnType<Screen['read']>['state'],
  { target }: Pick<TypedText, 'target'>,
) => {
  const [currentNote, typedNote] = [currentTarget, target].map((each) =>
    findNoteTarget(content, shape, each),
  )
  return currentNote!.step === typedNote!.step && currentNote!.option === typedNote!.option
}

/** What is submitted contains every note of a step that the annotator can still reach. */
function expectSubmitted(screen: Screen): void {
  const { end, state } = screen.read()
  if (!end || end.by === 'skip') return
  const targets = listSelectableTargets(state.content, state.shape)
  for (const { text, form, target } of screen.typed)
    if (!isEarlyEndAction(form) && targets.some((each) => isEqualTarget(each, target)))
      expect(readNotes(screen).some((note) => note.includes(text))).toBe(true)
    else if (form === end.by) expect('text' in end && end.text).toContain(text)
}

const formKeys = (['skip', 'giveUp', 'badProblem', 'flag', 'comment', 'badSplit'] as const).map(
  (action) => defaultKeymap[action],
)
const formKey = fc.constantFrom(...formKeys)
/** One key, or several that annotators often press one after the other. */
const keys = fc.oneof(
  formKey.map((key) => [key]),
  fc
    .constantFrom('1', '2', '3', '4', '9', 'w', 'j', 'k', 'Escape', 'Enter', 'text')
    .map((key) => [key]),
  formKey.map((key) => [key, 'w', 'text']),
  fc.constantFrom(['Escape', 'Enter'], ['1', 'Enter'], ['submit button']),
)

test('no sequence of keys loses typed text or answers a question while a form is open', () => {
  const endings = new Set<string>()
  fc.assert(
    fc.property(
      anyAnnotationShape,
      fc.array(keys, { maxLength: 30, size: 'max' }),
      (shape, sequences) => {
        storage.clear()
        isFieldFocused = false
        const screen = openScreen(shape)
        for (const [i, key] of sequences.flat().entries()) {
          const before = screen.read()
          const answersBefore = { ...before.state.content, notes: null }
          if (key === 'text') screen.type(` ${i}s3g1c.`)
          else if (key === 'submit button') screen.submit()
          else screen.press(key)
          const { state, end } = screen.read()
          if (before.activeForm && key !== 'text')
            expect({ ...state.content, notes: null }).toEqual(answersBefore)
          expectNothingLost(screen)
          expectSubmitted(screen)
          if (end) endings.add(end.by)
          if (end) return
        }
      },
    ),
    { numRuns: scaleRuns(4_000) },
  )
  expect([...endings].sort()).toEqual(['bad_problem', 'give_up', 'skip', 'submit'])
})

const twoSteps: RatableShape = {
  flow: 'solution',
  stepCount: 2,
  optionCounts: {},
  endings: {},
  revealed: 'all',
  asksExplanation: false,
  asksProgress: false,
  errorTags: [],
}

test('one Escape in the text field closes the form, which keeps the text', () => {
  const screen = openScreen(twoSteps)
  screen.press(defaultKeymap.comment)
  screen.press(defaultKeymap.write)
  screen.type('A slip here.')
  screen.press('Escape')
  expect(screen.read().activeForm).toBe(null)
  screen.press(defaultKeymap.comment)
  expect(screen.makeNoteForm().draft.text).toBe('A slip here.')
})

test('a note stays in its form while nothing can be changed, for example during a pause', () => {
  const screen = openScreen(twoSteps)
  for (const key of [defaultKeymap.comment, defaultKeymap.write]) screen.press(key)
  screen.type('A slip here.')
  screen.block()
  screen.press('Enter')
  screen.makeNoteForm().removeNote('key')
  expect(screen.read().activeForm).toBe('comment')
  expect(screen.makeNoteForm().draft.text).toBe('A slip here.')
  expectNothingLost(screen)
})

test('the text of a closed form is in the margin as not added, until it is added', () => {
  const screen = openScreen(twoSteps)
  screen.press(defaultKeymap.comment)
  screen.press(defaultKeymap.write)
  screen.type('A slip here.')
  // While the form is open, it shows the text itself.
  expect(screen.makeNoteForm()).toMatchObject({ hasUnaddedNote: true, marginNotes: [] })
  screen.press('Escape')
  const note = { step: 0, option: null, kind: 'comment', text: 'A slip here.' }
  expect(screen.makeNoteForm()).toMatchObject({
    hasUnaddedNote: true,
    marginNotes: [{ ...note, isUnadded: true }],
  })
  for (const key of [defaultKeymap.comment, 'Enter']) screen.press(key)
  expect(screen.makeNoteForm().hasUnaddedNote).toBe(false)
  expect(screen.makeNoteForm().marginNotes).toEqual([note])
})

test('a bad-split report with only a reason must be added or discarded before a submission', () => {
  const { badSplit } = defaultKeymap
  const screen = openScreen(twoSteps)
  for (const key of [badSplit, '1', 'Escape']) screen.press(key)
  const note = { step: 0, option: null, kind: 'bad_split', text: 'Belongs with the next step.' }
  screen.press(badSplit)
  screen.press('2')
  screen.press('Escape')
  expect(screen.makeNoteForm()).toMatchObject({
    hasUnaddedNote: true,
    marginNotes: [{ ...note, isUnadded: true }],
  })
  for (const key of ['3', '3']) screen.press(key)
  screen.submit()
  expect(screen.read()).toMatchObject({ end: null, activeForm: 'bad_split' })
  expect(screen.makeNoteForm()).toMatchObject({ blocksSubmission: true, isUnadded: true })
  screen.makeNoteForm().discard()
  screen.submit()
  expect(readNotes(screen)).toEqual([])
  expect(screen.read()).toMatchObject({ end: { by: 'submit' }, activeForm: null })
})

test('an unsaved explanation stops a submission and a way to end early, and its field replaces the form', () => {
  const screen = openScreen(twoSteps)
  screen.writeUnsavedText()
  for (const key of ['3', '3']) screen.press(key)
  screen.submit()
  expect(screen.read().end).toBe(null)
  for (const key of [defaultKeymap.giveUp, '1', 'Enter']) screen.press(key)
  expect(screen.read()).toMatchObject({ end: null, activeForm: null })
})

test('a new reason of a saved bad-split report is not added until the form is submitted', () => {
  const { badSplit } = defaultKeymap
  const screen = openScreen(twoSteps)
  for (const key of [badSplit, '1', 'Enter', badSplit, '2', 'Escape']) screen.press(key)
  expect(screen.makeNoteForm().hasUnaddedNote).toBe(true)
  for (const key of [badSplit, '1', 'Escape']) screen.press(key)
  expect(screen.makeNoteForm().hasUnaddedNote).toBe(false)
})

test('a saved bad-split report opens with its reason, and a new reason replaces it', () => {
  const screen = openScreen(twoSteps)
  screen.press('1')
  const { badSplit } = defaultKeymap
  for (const key of [badSplit, '1', 'Enter', badSplit]) screen.press(key)
  expect(screen.makeNoteForm().draft).toEqual({ chosenReason: 0, text: '' })
  screen.press('2')
  screen.submit()
  expect(readNotes(screen)).toHaveLength(1)
  expect(readNotes(screen)[0]).toContain('Belongs with')
  expect(screen.read().end).toEqual({ by: 'submit' })
})

test('a reload keeps the chosen reason of a form', () => {
  const screen = openScreen(twoSteps)
  for (const key of [defaultKeymap.giveUp, '2', defaultKeymap.write]) screen.press(key)
  screen.type('No formulas.')
  isFieldFocused = false
  const reloaded = openScreen(twoSteps)
  reloaded.press(defaultKeymap.giveUp)
  expect(reloaded.makeNoteForm().draft).toEqual({ chosenReason: 1, text: 'No formulas.' })
})

test('the form that had ended a reopened solution is filled with what was sent, and other forms are empty', () => {
  const note = 'Unclear question. Which triangle?'
  const screen = openScreen(twoSteps, { reason: 'bad_problem', note })
  screen.press(defaultKeymap.badProblem)
  expect(screen.makeNoteForm().draft).toEqual({ chosenReason: 1, text: 'Which triangle?' })
  for (const key of ['Escape', defaultKeymap.giveUp]) screen.press(key)
  expect(screen.makeNoteForm().draft).toEqual({ chosenReason: null, text: '' })
})
