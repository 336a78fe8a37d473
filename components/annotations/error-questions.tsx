import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import type { Work } from '@/lib/client/call-work'
import { progressLevels } from '@/lib/formats/record'
import { readErrorSaid, type Progress } from '@/lib/annotations/content'
import { canLight } from '@/lib/annotations/targets'
import type { WorkState } from '@/lib/annotations/work-state'
import { ChoiceKeys } from './choice-keys'
import { readInputMethod } from './input-method'
import { OwnWords } from './own-words'
import { QuestionRow } from './question-row'
import type { AnnotationActs } from './use-annotation-acts'

const progressWords = {
  none: 'None',
  some: 'Some',
  most: 'Most of the way',
} as const satisfies Record<Progress, string>

interface ErrorQuestionsProps {
  work: Work
  state: WorkState
  step: number
  isRaw: boolean
  isWriting: boolean
  onWrite: (isWriting: boolean) => void
  acts: AnnotationActs
}

/** What the project asks of the first error: what the mistake is, how far the solution had come, which kind it is. */
export function ErrorQuestions(props: ErrorQuestionsProps) {
  const { work, state, step, acts } = props
  const { content, shape, lit } = state
  const said = readErrorSaid(content, shape)
  const place = (kind: 'explanation' | 'progress' | 'tags') => ({
    isLit: lit.kind === kind,
    isLater: !canLight(content, shape, { kind, step }),
    onLight: (by: 'key' | 'pointer' | 'touch') => acts.light({ kind, step }, by),
  })
  return (
    <>
      {shape.asksExplanation && (
        <QuestionRow name={`Mistake in ${step + 1}`} {...place('explanation')}>
          <Mistake {...props} />
        </QuestionRow>
      )}
      {shape.asksProgress && (
        <QuestionRow name={`Progress before ${step + 1}`} {...place('progress')}>
          <ChoiceKeys
            label={`Progress before step ${step + 1}`}
            isRow
            choices={progressLevels.map((level) => progressWords[level])}
            chosen={said.progress ? [progressLevels.indexOf(said.progress)] : []}
            onChoose={(nth, event) => acts.progress(progressLevels[nth]!, readInputMethod(event))}
          />
        </QuestionRow>
      )}
      {shape.errorTags.length > 0 && (
        <QuestionRow name={`Kind of error in ${step + 1}`} {...place('tags')}>
          <ChoiceKeys
            label={`Kinds of error in step ${step + 1}, any number`}
            isMany
            isRow
            choices={work.errorTags.map(({ words }) => words)}
            chosen={said.tags.map((tag) => shape.errorTags.indexOf(tag))}
            onChoose={(nth, event) => acts.tag(shape.errorTags[nth]!, readInputMethod(event))}
          />
        </QuestionRow>
      )}
    </>
  )
}

function Mistake({ work, state, step, isRaw, isWriting, onWrite, acts }: ErrorQuestionsProps) {
  const { explanation } = readErrorSaid(state.content, state.shape)
  const candidates = work.explanations[step] ?? []
  const own = explanation?.option === null ? explanation.text : null
  return (
    <>
      {candidates.length > 0 && (
        <ChoiceKeys
          label={`The mistake in step ${step + 1}`}
          choices={candidates.map(({ text, source }, index) =>
            isRaw ? <RawText key={index} source={source} /> : <Typeset key={index} text={text} />,
          )}
          chosen={explanation && explanation.option !== null ? [explanation.option] : []}
          onChoose={(option, event) => acts.explain({ option }, readInputMethod(event))}
        />
      )}
      <OwnWords
        key={step}
        place={`${work.lease}/mistake/${step}`}
        label={candidates.length > 0 ? 'Write your own' : 'Write what the mistake is'}
        words={own}
        isWriting={isWriting}
        onWrite={onWrite}
        maxLength={2_000}
        onDone={(text, by) => acts.explain({ option: null, text }, by)}
      />
    </>
  )
}
