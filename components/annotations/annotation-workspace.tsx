import {
  lazy,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { asksAboutFirstError } from '@/lib/annotations/annotation-settings'
import type { InputMethod } from '@/lib/annotations/state-fields'
import type { WorkState } from '@/lib/annotations/work-state'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import {
  canSkipSolution,
  isSubmissionBlocked,
  type LabellingScreenView,
} from '@/lib/client/labelling-screen-view'
import { makeAnnotationTextName } from '@/lib/client/unfinished-text'
import type { Flow } from '@/lib/projects/settings'
import { AnnotationErrorNotice } from './annotation-error-notice'
import { AnnotationFooter } from './annotation-footer'
import { FooterNotice, FooterNoticeButton } from './footer-notice'
import { EditingBlockContext, useLabellingScreenContext } from './labelling-screen-context'
import { LazyShortcutList } from './lazy-shortcut-list'
import { NewGuidelineNotice } from './new-guideline-notice'
import { NoteFormPanel } from './note-form-panel'
import type { NoteFormKind } from './note-forms'
import { ProblemPanel } from './problem-panel'
import { SolutionSteps } from './solution-steps'
import { useAnnotationActions } from './use-annotation-actions'
import { useAnnotationShortcuts } from './use-annotation-shortcuts'
import { useExplanationWriting } from './use-explanation-writing'
import { useFocusMainAfterUnmount } from './use-focus-main-after-unmount'
import { useNoteForm } from './use-note-form'
import { useScrollToCurrentRow } from './use-scroll-to-current-row'

type StepsComponent = ComponentType<Omit<ComponentProps<typeof SolutionSteps>, 'Questions'>>

const loadStepChoiceFlowSteps = () =>
  import('./step-choice-flow-steps').then((module): StepsComponent => module.StepChoiceFlowSteps)
const loadSolutionStepsWithQuestions = () =>
  import('./solution-steps-with-questions').then((module) => module.SolutionStepsWithQuestions)

type WorkspaceSettings = { flow: Flow } & Parameters<typeof asksAboutFirstError>[0]

/** Loads the code for the settings of a project that other projects do not need, before the first solution. */
export async function preloadWorkspace(project: WorkspaceSettings): Promise<void> {
  if (project.flow === 'step_choice') await loadStepChoiceFlowSteps()
  else if (asksAboutFirstError(project)) await loadSolutionStepsWithQuestions()
}

const makeLazyWorkspace = (load: () => Promise<StepsComponent>) =>
  lazy<ComponentType<AnnotationWorkspaceProps>>(async () => ({
    default: await load().then(
      (Steps) =>
        function LazilyLoadedWorkspace(props) {
          return <LoadedWorkspace {...props} Steps={Steps} />
        },
      () => UnloadedWorkspace,
    ),
  }))
const LazyStepChoiceWorkspace = makeLazyWorkspace(loadStepChoiceFlowSteps)
const LazyWorkspaceWithQuestions = makeLazyWorkspace(loadSolutionStepsWithQuestions)

function WorkspaceOfFlow(props: AnnotationWorkspaceProps) {
  const { work } = props
  if (work.flow === 'step_choice') return <LazyStepChoiceWorkspace {...props} />
  if (asksAboutFirstError(work)) return <LazyWorkspaceWithQuestions {...props} />
  return <LoadedWorkspace {...props} Steps={SolutionSteps} />
}

interface AnnotationWorkspaceProps {
  controller: AnnotationController
  view: LabellingScreenView
  work: LeasedWork
  state: WorkState
  activeForm: NoteFormKind | null
  onFormChange: (form: NoteFormKind | null) => void
}

/** One solution. Remounted for the next one. */
export function AnnotationWorkspace(props: AnnotationWorkspaceProps) {
  const { view, work, onFormChange } = props
  const isBlocked = isSubmissionBlocked(work, view.error)
  const changeForm = useCallback(
    (form: NoteFormKind | null) => {
      if (form === null || !isBlocked) onFormChange(form)
    },
    [isBlocked, onFormChange],
  )
  return (
    <EditingBlockContext value={isBlocked}>
      <WorkspaceOfFlow {...props} onFormChange={changeForm} />
    </EditingBlockContext>
  )
}

/** Without shortcuts, so no key rates a step that is not visible. */
function UnloadedWorkspace() {
  return (
    <>
      <main id="main" tabIndex={-1} className="flex-1 outline-none" />
      <div role="status" className="sticky bottom-0">
        <FooterNotice
          icon="warn"
          title="The solution could not be displayed."
          action={<FooterNoticeButton onClick={() => location.reload()}>Reload</FooterNoticeButton>}
        >
          Part of this page did not load. Reload it to continue.
        </FooterNotice>
      </div>
    </>
  )
}

function LoadedWorkspace({
  controller,
  view,
  work,
  state,
  activeForm,
  onFormChange,
  Steps,
}: AnnotationWorkspaceProps & { Steps: StepsComponent }) {
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const problemRef = useRef<HTMLElement>(null)
  const excerptRef = useRef<HTMLElement>(null)
  const footerRef = useRef<HTMLElement>(null)
  const { project, keymap, confirmedGuidelineVersion, isPractice } = useLabellingScreenContext()
  const { shape, currentTarget } = state
  const isBlocked = useContext(EditingBlockContext)
  const actions = useAnnotationActions(controller)
  const textEditor = useExplanationWriting(makeAnnotationTextName(work), state, work, actions)
  const write = () => {
    if (!isBlocked) textEditor.write()
  }
  const noteForm = useNoteForm({
    controller,
    state,
    storageName: makeAnnotationTextName(work),
    earlyEnd: view.earlyEnd,
    activeForm,
    onFormChange,
    settleTexts: textEditor.settleTexts,
  })

  const toggleProblem = useCallback(() => setProblemOpen((isOpen) => !isOpen), [])
  const toggleKeys = useCallback(() => setShowsKeys((isShown) => !isShown), [])

  function submit(inputMethod: InputMethod) {
    if (noteForm.settleNotes(inputMethod)) actions.submit(inputMethod)
  }

  const toggles = {
    problem: toggleProblem,
    raw: () => setRaw((wasRaw) => !wasRaw),
    keys: toggleKeys,
    closeKeys: () => setShowsKeys(false),
    write,
    guideline: () => void open(`/projects/${project}/guideline`, '_blank', 'noopener'),
  }
  const boundActions = useAnnotationShortcuts({
    keymap,
    currentTarget,
    isOffline: view.unreachedSince !== null,
    actions,
    noteForm,
    toggles,
    onFormChange,
    submit,
  })
  const listProps = { keymap, boundActions, shape, canSkip: canSkipSolution(work) }
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  useFocusMainAfterUnmount()
  const opensAtTop = work.returnedNote !== null || view.returnedStep !== null
  useScrollToCurrentRow(
    { above: [problemRef, excerptRef], footer: footerRef, opensAtTop },
    currentTarget,
  )

  const noteFormPanel = activeForm && <NoteFormPanel actions={noteForm} />
  const notes = noteForm.marginNotes
  const stepsProps = { work, state, notes, isRaw, actions, noteFormPanel, textEditor }
  return (
    <>
      <ProblemPanel
        ref={problemRef}
        excerptRef={excerptRef}
        work={work}
        isOpen={isProblemOpen}
        isRaw={isRaw}
        onToggle={toggles.problem}
      />
      <main id="main" tabIndex={-1} className="sheet flex-1 pb-10 outline-none">
        <ReturnReasons note={work.returnedNote} step={view.returnedStep} />
        <Steps {...stepsProps} isOffline={view.unreachedSince !== null} />
        {currentTarget.kind !== 'step' && currentTarget.kind !== 'option' && noteFormPanel}
      </main>
      {showsKeys && (
        <LazyShortcutList {...listProps} canReopen={work.screening === null && !isPractice} />
      )}
      <NewGuidelineNotice
        project={project}
        confirmedVersion={confirmedGuidelineVersion}
        latestVersion={work.guidelineVersion}
        versionToRead={work.guidelineVersionToRead}
      />
      <AnnotationErrorNotice controller={controller} view={view} />
      <AnnotationFooter
        ref={footerRef}
        controller={controller}
        view={view}
        work={work}
        state={state}
        actions={actions}
        showsKeys={showsKeys}
        onOpenForm={onFormChange}
        isFormOpen={activeForm !== null}
        hasUnaddedNote={noteForm.hasUnaddedNote}
        hasUnsavedText={textEditor.hasUnsavedText}
        onToggleKeys={toggles.keys}
        onWrite={write}
        onSubmit={submit}
      />
    </>
  )
}

/** Why the solution came back: the reviewer's note, or the step whose options are not rated. */
function ReturnReasons({ note, step }: { note: string | null; step: number | null }) {
  return (
    <>
      {note !== null && (
        <ReturnReason label="Returned to you">
          <span className="font-read text-excerpt italic">{note}</span>
        </ReturnReason>
      )}
      {step !== null && (
        <ReturnReason label="Not submitted yet">
          Step {step + 1} has other options. Rate them and submit again.
        </ReturnReason>
      )}
    </>
  )
}

function ReturnReason({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className="sheet-row border-b border-rule py-4">
      <p className="pl-1.5 text-ink-3 max-desk:col-span-full max-desk:pl-0">{label}</p>
      <p className="col-text text-ink-2 max-desk:col-span-full">{children}</p>
    </aside>
  )
}
