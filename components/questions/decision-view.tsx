import { AnswerDetailSection } from '@/components/answers/answer-detail-section'
import { ServerTypesetText } from '@/components/math/server-typeset-text'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { formatRating } from '@/lib/questions/format-decisions'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { AffectedAnnotations } from './affected-annotations'
import { DecisionDraftActions } from './decision-draft-actions'
import { describeDecision, formatExampleName } from './describe-questions'
import { questionsHref, publishDecisionDraftsHref, type DecisionReply } from './question'
import { QuestionStepLink } from './question-step-link'
import { QuestionText } from './question-text'
import { typesetQuestionText } from './typeset-question'

/** A decision with its worked example, questions and affected annotations. */
export function DecisionView({
  slug,
  decision,
  errorTags,
}: {
  slug: string
  decision: DecisionReply
  errorTags: readonly { tag: string; label: string }[]
}) {
  const isDraft = decision.state === 'draft'
  return (
    <PageLayout>
      <p className="pb-2 text-caption">
        <Link href={questionsHref(slug, { show: 'decisions' })}>All decisions</Link>
      </p>
      <PageTitle
        title={
          <span className="wrap-anywhere">
            Decision {decision.decision}: {decision.heading}
          </span>
        }
        abstract={`${describeDecision(decision)} By ${decision.by}, ${formatInstant(decision.createdAt)} UTC.`}
        actions={
          isDraft ? (
            <ButtonLink href={publishDecisionDraftsHref(slug)}>Publish with guideline</ButtonLink>
          ) : (
            <ButtonLink href={`/projects/${slug}/guideline?version=${decision.guidelineVersion}`}>
              Read version {decision.guidelineVersion}
            </ButtonLink>
          )
        }
      />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <div className="col-span-12 grid min-w-0 grid-cols-1 gap-12 wide:col-span-8">
          <DecisionBody decision={decision} />
          {isDraft ? (
            <DecisionDraftActions key={decision.decision} slug={slug} decision={decision} />
          ) : (
            <AffectedAnnotations slug={slug} decision={decision} errorTags={errorTags} />
          )}
        </div>
        <div className="col-span-12 wide:col-span-4">
          <AnsweredQuestions slug={slug} decision={decision} />
        </div>
      </div>
    </PageLayout>
  )
}

function DecisionBody({ decision: { text, example } }: { decision: DecisionReply }) {
  return (
    <section aria-label="Decision" className="grid max-w-measure grid-cols-1 gap-4">
      <div className="text-reading">
        <ServerTypesetText source={text} />
      </div>
      {example && (
        <>
          <AnswerDetailSection title="Worked example: problem">
            <ServerTypesetText source={example.problem} />
          </AnswerDetailSection>
          <AnswerDetailSection title={formatExampleName(example)}>
            <ServerTypesetText source={example.text} />
          </AnswerDetailSection>
          <AnswerDetailSection title={`Rating: ${formatRating(example.rating)}`}>
            <ServerTypesetText source={example.reason} />
          </AnswerDetailSection>
        </>
      )}
    </section>
  )
}

async function AnsweredQuestions({
  slug,
  decision: { questions, questionCount },
}: {
  slug: string
  decision: DecisionReply
}) {
  const texts = await typesetTextsForPage((typesetter) =>
    questions.map(({ text }) => typesetQuestionText(typesetter, text)),
  )
  return (
    <section aria-labelledby="answered">
      <SectionHeader id="answered" title="Answered questions">
        {formatCount(questionCount)}
      </SectionHeader>
      {questions.length === 0 ? (
        <p className="border-t border-ink pt-2 text-ink-2">No questions.</p>
      ) : (
        <ul className="border-y border-ink">
          {questions.map((question, index) => (
            <li
              key={question.question}
              className="border-b border-rule py-1.5 wrap-anywhere last:border-b-0"
            >
              <QuestionText question={question} typesetText={texts[index] ?? null}>
                <QuestionStepLink slug={slug} question={question} />
              </QuestionText>
            </li>
          ))}
        </ul>
      )}
      {questionCount > questions.length && questions.length > 0 && (
        <p className="pt-2 text-caption text-ink-3">
          and {formatCount(questionCount - questions.length)} more
        </p>
      )}
    </section>
  )
}
