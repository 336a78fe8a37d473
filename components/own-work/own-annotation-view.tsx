import type { ReactNode } from 'react'
import { progressLevelLabels } from '@/components/annotations/progress-level-labels'
import { StepPageLinks } from '@/components/annotations/step-page-links'
import { TypesetContent } from '@/components/math/typeset-content'
import { formatOptionName } from '@/lib/annotations/work-labels'
import type { OwnAnnotation, OwnStep } from './own-work'
import { ReadOnlyStepRow } from './read-only-step-row'

/** A submitted annotation: steps with ratings at the left, notes at the right. */
export function OwnAnnotationView({
  annotation,
  path,
}: {
  annotation: OwnAnnotation
  /** The address of the page, without its step. */
  path: string
}) {
  const { problem, stepCount, firstError: error, finishReason, finishNote } = annotation
  return (
    <div className="sheet mx-0! max-wide:px-0!">
      <section aria-label="Problem" className="sheet-row border-b border-rule pb-4">
        <h2 className="font-ui text-ui font-label text-ink-2 max-desk:col-span-full max-desk:pb-1">
          Problem
        </h2>
        <div className="col-text text-reading max-desk:col-span-full">
          <TypesetContent text={problem.text} />
        </div>
      </section>
      <StepGroups
        annotation={annotation}
        from={0}
        to={error === null ? stepCount : error + 1}
        error={error}
      />
      {error !== null && (
        <>
          <ErrorDetailSections annotation={annotation} step={error + 1} />
          {error + 1 < stepCount && (
            <div className="border-t border-rule">
              <StepGroups annotation={annotation} from={error + 1} to={stepCount} error={error} />
            </div>
          )}
        </>
      )}
      <StepPageLinks path={path} page={annotation} />
      {finishNote && (
        <DetailSection
          title={finishReason === 'give_up' ? 'Why you gave up' : 'Why it is a bad problem'}
        >
          <p className="text-excerpt whitespace-pre-line italic">{finishNote}</p>
        </DetailSection>
      )}
    </div>
  )
}

interface StepGroupsProps {
  annotation: OwnAnnotation
  from: number
  to: number
  error: number | null
}

/** The steps of this page from `from` up to, but not including, `to`. */
function StepGroups({ annotation, from, to, error }: StepGroupsProps) {
  const { steps, pageStart, stepCount } = annotation
  const firstIndex = Math.max(from, pageStart)
  const isAfterError = error !== null && from > error
  return (
    <ol aria-label={isAfterError ? 'Steps after the first error' : 'Steps'} className="py-2">
      {steps.slice(firstIndex - pageStart, Math.max(0, to - pageStart)).map((step, offset) => (
        <StepGroup
          key={firstIndex + offset}
          step={step}
          index={firstIndex + offset}
          stepCount={stepCount}
          error={error}
        />
      ))}
    </ol>
  )
}

interface StepGroupProps {
  step: OwnStep
  index: number
  stepCount: number
  error: number | null
}

/** A step and its options. In the step-choice flow, only the options. */
function StepGroup({ step, index, stepCount, error }: StepGroupProps) {
  const { text, options, humanOption } = step
  const isLaidOutLazily = stepCount > 60
  return (
    <>
      {text && (
        <ReadOnlyStepRow
          name={String(index + 1)}
          label={`Step ${index + 1} of ${stepCount}`}
          text={text}
          rating={step.rating}
          notes={step.notes}
          isFirstError={index === error}
          isAfterError={error !== null && index > error}
          isLaidOutLazily={isLaidOutLazily}
        />
      )}
      {options.map((option, offset) => {
        const name = formatOptionName(index, offset)
        return (
          <ReadOnlyStepRow
            key={name}
            name={name}
            label={`Option ${name}`}
            text={option.text}
            rating={option.rating}
            notes={option.notes}
            remark={option.isChosen ? 'Chosen' : undefined}
            isLaidOutLazily={isLaidOutLazily}
          />
        )
      })}
      {humanOption && (
        <ReadOnlyStepRow
          name={formatOptionName(index, options.length)}
          label={`Your own option at step ${index + 1}`}
          text={humanOption}
          rating={null}
          notes={humanOption.isFlagged ? [{ kind: 'flag', text: '' }] : []}
          remark="Written by you"
          isLaidOutLazily={isLaidOutLazily}
        />
      )}
    </>
  )
}

/** Explanation, error types and progress. */
function ErrorDetailSections({ annotation, step }: { annotation: OwnAnnotation; step: number }) {
  const { explanation, progress, tags } = annotation
  return (
    <>
      {explanation && (
        <DetailSection title="Explanation">
          <div className="text-excerpt">
            <TypesetContent text={explanation.text} />
          </div>
        </DetailSection>
      )}
      {tags.length > 0 && (
        <DetailSection title="Error type">
          <p className="text-excerpt">{tags.join('; ')}</p>
        </DetailSection>
      )}
      {progress && (
        <DetailSection title={`Progress before step ${step}`}>
          <p className="text-excerpt">{progressLevelLabels[progress]}</p>
        </DetailSection>
      )}
    </>
  )
}

function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="sheet-row border-t border-rule py-3">
      <h2 className="font-ui text-ui font-book text-ink-2 max-desk:col-span-full">{title}</h2>
      <div className="col-text font-read font-text wrap-anywhere max-desk:col-span-full">
        {children}
      </div>
    </section>
  )
}
